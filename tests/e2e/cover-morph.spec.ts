import { expect, type Page } from '@playwright/test'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Notes each change that the browser animates, and if the cover takes part. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const morphs: boolean[] = []
    Object.assign(window, { morphs })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update as ViewTransitionUpdateCallback)
      const note = () =>
        morphs.push(
          document
            .getAnimations()
            .some(
              ({ effect }) =>
                effect instanceof KeyframeEffect && effect.pseudoElement === '::view-transition-group(cover)',
            ),
        )
      transition.ready.then(note, () => morphs.push(false))
      return transition
    }
  })
const morphs = (page: Page) => page.evaluate(() => (window as unknown as { morphs: boolean[] }).morphs)
const tile = (page: Page) => page.locator('main a[href="/games/dice/play"]:visible').first()
/** On a slow machine a page that is left at once has not quite arrived, and changes as any other. */
const untilStill = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector(':root:active-view-transition') === null))
    .toBe(true)
/** Covers move from when the page has time for them. */
const untilReady = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? '').join()))
    .toMatch(/later/)

test('the cover of a tile grows into its game, and back into its tile, where the lobby was left', async ({
  page,
}) => {
  await watch(page)
  await page.goto('/')
  await untilReady(page)
  await page.evaluate(() => window.scrollTo(0, 90))
  await tile(page).click()
  await expect(page.getByTestId('play-dice')).toBeVisible()
  await expect.poll(() => morphs(page)).toEqual([true])
  await untilStill(page)
  await page.goBack()
  await expect(tile(page)).toBeVisible()
  await expect.poll(() => morphs(page)).toEqual([true, true])
  expect(await page.evaluate(() => window.scrollY)).toBe(90)
  // No other change of page is animated.
  await page.goto('/games')
  await untilReady(page)
  await page.getByRole('banner').getByRole('link', { name: /^Koi/ }).click()
  await expect(tile(page)).toBeVisible()
  expect(await morphs(page)).toEqual([])
})

test('nothing moves for those who want less motion, nor where the browser cannot', async ({
  page,
  browser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watch(page)
  await page.goto('/')
  await untilReady(page)
  await tile(page).click()
  await expect(page.getByTestId('play-dice')).toBeVisible()
  expect(await morphs(page)).toEqual([])

  const context = await browser.newContext({ ...WITHOUT_WORKER, locale: 'en-US' })
  const older = await context.newPage()
  await older.addInitScript(() => Object.assign(document, { startViewTransition: undefined }))
  await older.goto(new URL('/', page.url()).href)
  await tile(older).click()
  await expect(older.getByTestId('play-dice')).toBeVisible()
  await context.close()
})
