/** Parts of a page that can take over the focus from a removed element. */
const PLACES = 'form, section, ul, ol, dialog, main'

/**
 * If the focused element is removed (a row, a sent form, a page after a log-out in another tab), the focus would fall
 * to the body and the next Tab would start at the top of the page. Moves it to the nearest remaining part of the page
 * instead.
 */
export function keepFocus(): void {
  // The player may have focused something before this code was loaded.
  let path: readonly Element[] = isNowhere() ? [] : pathOf(document.activeElement)
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : []
  })
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      if (path[0] !== target || !path[0]?.isConnected || !isNowhere()) return
      // The element lost focus but is still in the page: nothing to restore.
      if (isThere(path[0])) path = []
      else handOn()
    })
  })
  const handOn = () => {
    const left = path
    path = []
    // The code that removed the element may move the focus itself.
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

/** Visible, and not in a dialog that is closing. */
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
