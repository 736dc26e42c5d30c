import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { LOCALES, type Locale } from '#contract/localized.ts'
import { IS_CORE } from '../core.ts'
import { openPage, sidewaysOverflow } from './app-pages.ts'
import { walkByKeyboard } from './keyboard-walk.ts'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rows of a long list are alike: axe takes seconds for hundreds, and reports the same for each. */
const REPEATED = 'li:nth-of-type(n + 41)'

export const LANGUAGES = LOCALES

/** True if the address opens a panel over a page. */
export const isOverlay = (address: string) =>
  /[?&](?:panel|confirm|sheet|bet|limit|remove|reminder)=/.test(address)

/** Violations that axe finds: every rule in the dark theme, and the colours in the light one too. */
export async function violations(page: Page, themes: readonly ('dark' | 'light')[]): Promise<string[]> {
  const found = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await untilColoursRest(page)
    const runOnly: axe.RunOnly =
      theme === 'dark' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES }
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    // Only violations: reporting each passed element takes axe twice as long.
    const violated = await page.evaluate(
      ([exclude, options]) => window.axe.run({ exclude }, options).then(({ violations }) => violations),
      [REPEATED, { runOnly, resultTypes: ['violations'] satisfies axe.resultGroups[] }] as const,
    )
    found.push(
      ...violated.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      ),
    )
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  return found
}

/** Colours in transition belong to neither theme. */
const untilColoursRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.all(moving.map((each) => each.finished.catch(() => undefined)))
  })

/** Expects everything on the page to fit a screen of 320 px, and text at 200%. */
export async function expectFits(page: Page, address: string): Promise<void> {
  const misfits = async () => {
    const overflow = await sidewaysOverflow(page)
    const cut = await cutControls(page)
    return overflow > 0 ? [`${overflow} px too wide`, ...cut] : cut
  }
  // Measured rows follow a change of size one frame later.
  const { poll } = expect.configure({ soft: true })
  const setLetters = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
  const usual = page.viewportSize() ?? { width: 390, height: 844 }
  await setLetters('200%')
  await poll(misfits, { message: `${address} at 200%` }).toEqual([])
  await setLetters('100%')
  await page.setViewportSize({ width: 320, height: 640 })
  await poll(misfits, { message: `${address} at 320 px` }).toEqual([])
  await page.setViewportSize(usual)
}

/**
 * Checks a screen in one visit: axe, its fit, and use by keyboard only. The language affects neither colours nor focus,
 * so only English is checked in both themes and walked.
 */
export async function checkScreen(
  page: Page,
  address: string,
  {
    language,
    isWalked = language === 'en-US',
    prepare,
  }: { language: Locale; isWalked?: boolean; prepare?: () => Promise<void> },
): Promise<void> {
  await openScreen(page, address)
  await prepare?.()
  const themes = language === 'en-US' && !IS_CORE ? (['dark', 'light'] as const) : (['dark'] as const)
  expect.soft(await violations(page, themes), address).toEqual([])
  await expectFits(page, address)
  if (isWalked) await expectWalkable(page, address)
}

/** Opens a screen and walks it by keyboard only. */
export async function walkScreen(page: Page, address: string): Promise<void> {
  await openScreen(page, address)
  await expectWalkable(page, address)
}

async function expectWalkable(page: Page, address: string): Promise<void> {
  const { stops, problems } = await walkByKeyboard(page)
  expect.soft(problems, address).toEqual([])
  expect.soft(stops.length, address).toBeGreaterThan(0)
  if (!isOverlay(address)) expect.soft(stops[0], address).toBe('Skip to content')
}

/** Opens a screen and waits until it is complete. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await (isOverlay(address) ? page.goto(address) : openPage(page, address))
  await expect(page.locator('#loading')).toHaveCount(0)
  // The gallery always shows a loading state.
  if (address !== '/unocss') await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  if (!isOverlay(address)) return
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.evaluate((element) =>
    // One that is cancelled rejects.
    Promise.allSettled(element.getAnimations({ subtree: true }).map((each) => each.finished)).then(
      () => undefined,
    ),
  )
}

/** Controls of the bars, or of the open panel, that are outside the screen or overlap. */
function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Parts that are scrolled out of sight overlap nothing. */
    const shownBox = (element: Element) => {
      let { top, bottom } = element.getBoundingClientRect()
      for (let each = element.parentElement; each; each = each.parentElement) {
        if (getComputedStyle(each).overflowY === 'visible') continue
        const clip = each.getBoundingClientRect()
        top = Math.max(top, clip.top)
        bottom = Math.min(bottom, clip.bottom)
      }
      const { left, right } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const dialog = document.querySelector('dialog[open]')
    const scope = dialog ? [dialog] : [...document.querySelectorAll('header, nav[aria-label]')]
    const controls = scope
      .flatMap((each) => [...each.querySelectorAll('a, button')])
      .filter((each) => each.checkVisibility() && !each.closest('main'))
      .map((each) => ({
        name: each.getAttribute('aria-label') ?? each.textContent,
        box: shownBox(each),
      }))
    const outside = controls
      .filter(({ box }) => box.left < -1 || box.right > document.documentElement.clientWidth + 1)
      .map(({ name }) => `${name} is cut off`)
    const overlapping = controls.flatMap((a, index) =>
      controls
        .slice(index + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
        )
        .map((b) => `${a.name} lies on ${b.name}`),
    )
    return [...outside, ...overlapping]
  })
}
