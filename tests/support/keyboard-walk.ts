import type { CDPSession, Page } from '@playwright/test'

/** The element with the focus after one press of Tab. */
interface Stop {
  readonly index: number
  readonly name: string
  /** Neither covered by a bar nor outside the screen. */
  readonly isSeen: boolean
}

export interface Walk {
  /** Names of the elements with focus, in order. */
  readonly stops: readonly string[]
  /** Problems for players without a mouse. */
  readonly problems: readonly string[]
}

/** More presses than any page has stops mean a keyboard trap. */
const PRESSES_AT_MOST = 250

/** Presses sent together, because each call to the browser takes time. */
const AT_ONCE = 8

/**
 * Walks the page, or the open panel, from its beginning with Tab and back with Shift+Tab: each control gets the focus
 * once, in the visible order, shows it, and lets it go.
 */
export async function walkByKeyboard(page: Page): Promise<Walk> {
  await untilNothingComes(page)
  const walk = await walkOnce(page, AT_ONCE)
  // A slower walk may see what a fast one missed, such as a row that scrolls smoothly.
  if (walk.problems.length === 0) return walk
  await startOver(page)
  return walkOnce(page, 1)
}

/** Resets the start: the browser continues where the focus was last, for example in a trap. */
const startOver = (page: Page) =>
  page.evaluate(() => {
    // Under an open panel the page takes no focus.
    const dialog = document.querySelector<HTMLElement>('dialog[open]')
    if (dialog) return dialog.focus({ preventScroll: true })
    const start = document.createElement('span')
    start.tabIndex = -1
    start.style.position = 'fixed'
    // Stays in the page, as the place to continue from.
    document.body.prepend(start)
    start.focus({ preventScroll: true })
  })

async function walkOnce(page: Page, atOnce: number): Promise<Walk> {
  await begin(page)
  const keyboard = await page.context().newCDPSession(page)
  const problems: string[] = []
  const stops = await pressThrough({ page, keyboard, atOnce }, 'Tab', problems)
  // The way back begins at the last stop, because browsers differ in how focus returns from their own controls.
  const last = stops.at(-1)
  if (last) await page.evaluate((index) => window.keyboardWalk.goTo(index), last.index)
  const back = await pressThrough({ page, keyboard, atOnce }, 'Shift+Tab', problems, last)
  await keyboard.detach()
  const there = stops.map(({ index }) => index)
  const returned = [...(last ? [last] : []), ...back].map(({ index }) => index).toReversed()
  if (returned.join() !== there.join()) {
    problems.push(`Shift+Tab walks ${returned.join(' ')} where Tab walked ${there.join(' ')}`)
  }
  problems.push(...(await page.evaluate(() => window.keyboardWalk.judge())))
  return { stops: stops.map(({ name }) => name), problems: [...new Set(problems)] }
}

interface Presser {
  readonly page: Page
  readonly keyboard: CDPSession
  readonly atOnce: number
}

/** Presses until the focus has left the page or is back at the first stop, or as the caller decides. */
async function pressThrough(
  presser: Presser,
  key: 'Tab' | 'Shift+Tab',
  problems: string[],
  start?: Stop,
): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < PRESSES_AT_MOST; presses += presser.atOnce) {
    for (const stop of await press(presser, key, presser.atOnce)) {
      if (stop === null || stop.index === (start ?? stops[0])?.index) return stops
      if (stop.index === stops.at(-1)?.index) problems.push(`${stop.name} keeps the focus`)
      if (!stop.isSeen) problems.push(`${stop.name} is hidden while it has the focus`)
      stops.push(stop)
    }
  }
  problems.push(`Nobody leaves the page by ${key}`)
  return stops
}

/** @returns the focused element after each press */
async function press(
  { page, keyboard }: Presser,
  key: 'Tab' | 'Shift+Tab',
  times: number,
): Promise<(Stop | null)[]> {
  const event = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: key === 'Tab' ? 0 : 8 }
  await Promise.all(
    Array.from({ length: times }, () => [
      keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
    ]).flat(),
  )
  const looks = await page.evaluate((isPatient) => window.keyboardWalk.take(isPatient), times === 1)
  if (looks.length !== times) throw new Error(`${times} presses were seen as ${looks.length}`)
  return looks
}

declare global {
  interface Window {
    keyboardWalk: {
      /** Returns new records; a patient call waits for smooth scrolling. */
      take: (isPatient: boolean) => Promise<(Stop | null)[]>
      goTo: (index: number) => void
      judge: () => string[]
      end: () => void
    }
  }
}

/** Late answers add controls, such as the balance in the top bar. */
const untilNothingComes = (page: Page) =>
  page.evaluate(async () => {
    const STILL_MS = 300
    const giveUpAt = performance.now() + 10_000
    let changedAt = performance.now()
    const watcher = new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => addedNodes.length > 0)) changedAt = performance.now()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    while (performance.now() < Math.min(changedAt + STILL_MS, giveUpAt))
      await new Promise((done) => setTimeout(done, 50))
    watcher.disconnect()
  })

/** Puts the focus before the first stop, and installs the recorder. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [tabindex], [role="button"], [role="link"], [role="tab"], [role="switch"]'
    // From an earlier walk on the same page.
    ;(window as Partial<Window>).keyboardWalk?.end()
    const scope = document.querySelector('dialog[open]') ?? document.body
    const seen: HTMLElement[] = []
    const marked = new Map<HTMLElement, string>()
    const nameOf = (element: Element) =>
      (
        element.getAttribute('aria-label') ??
        ('labels' in element ? (element as HTMLInputElement).labels?.[0]?.innerText : undefined) ??
        (element as HTMLElement).innerText
      )
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, 60) || element.outerHTML.slice(0, 80)

    /** Everything that can show focus: the box of the element, and the mark of a hidden input. */
    const looksOf = (element: HTMLElement): string => {
      const around: Element[] = [element]
      for (let up = element.parentElement; up && around.length < 4; up = up.parentElement) around.push(up)
      around.push(...(element.parentElement?.children ?? []))
      return around
        .flatMap((each) => [null, '::before', '::after'].map((part) => getComputedStyle(each, part)))
        .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join())
        .join('|')
    }
    const isOnScreen = (element: HTMLElement) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      // A hidden input is shown by its label.
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
      const box = width < 4 && label ? label.getBoundingClientRect() : { left, top, width, height }
      const hit = document.elementFromPoint(
        box.left + box.width / 2,
        Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2,
      )
      return element.contains(hit) || hit?.contains(element) === true || label?.contains(hit) === true
    }
    const look = () => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || !scope.contains(focused)) return null
      if (focused === document.body || focused === scope) return null
      if (!seen.includes(focused)) seen.push(focused)
      marked.set(focused, looksOf(focused))
      return { index: seen.indexOf(focused), name: nameOf(focused), isSeen: isOnScreen(focused) }
    }
    let looks: (Stop | null)[] = []
    const note = ({ key }: KeyboardEvent) => void (key === 'Tab' && looks.push(look()))
    window.addEventListener('keyup', note, true)
    const end = () => window.removeEventListener('keyup', note, true)
    const take = async (isPatient: boolean) => {
      const giveUpAt = performance.now() + 2_000
      const isHidden = () => looks.at(-1)?.isSeen === false
      while (isPatient && isHidden() && performance.now() < giveUpAt) {
        await new Promise(requestAnimationFrame)
        looks = [look()]
      }
      const taken = looks
      looks = []
      return taken
    }

    const isOffered = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]') &&
      !element.matches('[aria-disabled="true"], :disabled, iframe')
    /** One radio button takes the focus for its group; arrows move within. */
    const hasSpokesman = (element: HTMLElement) =>
      (element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        seen.some(
          (each) => each instanceof HTMLInputElement && each.type === 'radio' && each.name === element.name,
        )) ||
      (element.tabIndex < 0 &&
        seen.some((each) => {
          const group = each.closest('[role="tablist"], [role="radiogroup"], [role="toolbar"], [role="grid"]')
          return group?.contains(element)
        }))
    /** Excluded on purpose: another control does the same, or only scripts focus it. */
    const isAside = (element: HTMLElement) =>
      element.getAttribute('tabindex') === '-1' &&
      (!element.matches('a, button, input, select, textarea') || element.matches('.sr-only'))

    /** The area that scrolls as one. */
    const regionOf = (element: Element) => {
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (up.matches('dialog, main, header, nav, aside, footer')) return up
        if (up.scrollHeight > up.clientHeight && /auto|scroll/.test(getComputedStyle(up).overflowY)) return up
      }
      return null
    }
    const isBefore = (a: HTMLElement, b: HTMLElement) => {
      const [first, second] = [a.getBoundingClientRect(), b.getBoundingClientRect()]
      if (Math.min(first.width, second.width) < 4) return true
      const shared = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)
      const isSameRow = shared > Math.min(first.height, second.height) / 2
      if (isSameRow) return second.left >= first.left - 1
      return second.top >= first.top - 1 || second.left >= first.right - 1
    }
    const judge = () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(isOffered)
      return [
        ...[...marked]
          .filter(([element, looks]) => element.isConnected && looksOf(element) === looks)
          .map(([element]) => `${nameOf(element)} does not show the focus`),
        ...controls
          .filter((each) => !seen.includes(each) && !hasSpokesman(each) && !isAside(each))
          .map((each) => `${nameOf(each)} is not reached`),
        ...seen
          .slice(1)
          .map((each, index) => [seen[index] ?? each, each] as const)
          .filter(([a, b]) => regionOf(a) === regionOf(b) && !isBefore(a, b))
          .map(([a, b]) => `${nameOf(b)} comes after ${nameOf(a)} and stands before it`),
      ]
    }
    const goTo = (index: number) => seen[index]?.focus()
    window.keyboardWalk = { take, goTo, judge, end }
    if (document.activeElement instanceof HTMLElement && scope === document.body)
      document.activeElement.blur()
  })
}
