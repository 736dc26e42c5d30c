/** Parts of a page that are worth returning to when what had the focus in them is gone. */
const PLACES = 'form, section, ul, ol, dialog, main'

/**
 * When what has the focus is taken out of the page (a row that was removed, a form that was sent, a page
 * whose player logged out in another tab), the focus would fall to the body, and a keyboard's next Tab to the
 * top of everything. It goes to the nearest part of the page that is left.
 */
export function keepFocus(): void {
  // The player may have gone somewhere before this code came.
  let path: readonly Element[] = isNowhere() ? [] : pathOf(document.activeElement)
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : []
  })
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      if (path[0] !== target || !path[0]?.isConnected || !isNowhere()) return
      // Let go of, and nothing is to be kept.
      if (isThere(path[0])) path = []
      else handOn()
    })
  })
  const handOn = () => {
    const left = path
    path = []
    // Whoever took it away may have a better place in mind.
    requestAnimationFrame(() => {
      if (isNowhere()) focusPlace(left.find((each) => isThere(each) && each.matches(PLACES)))
    })
  }
  const observer = new MutationObserver(() => {
    if (path[0]?.isConnected === false) handOn()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** To be seen, and not in a dialog that is on its way out. */
const isThere = (element: Element) =>
  element.checkVisibility() && element.closest('dialog:not([open])') === null

function pathOf(element: Element | null): Element[] {
  const path: Element[] = []
  for (let up = element; up; up = up.parentElement) path.push(up)
  return path
}

function focusPlace(place: Element | undefined): void {
  const target = place ?? document.getElementById('main')
  if (!(target instanceof HTMLElement)) return
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1
    target.addEventListener('focusout', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: true })
}
