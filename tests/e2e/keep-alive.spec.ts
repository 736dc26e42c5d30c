import { expect, type Page } from '@playwright/test'
import { ALL_GAMES, gameTiles, openPage, tabBar, topBar, scrollPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

/** Marks the current DOM element of the heading, to prove later that it is the same element. */
const tagHeading = (page: Page, tag: string) =>
  page.locator('main h1:visible').evaluate((heading, value) => heading.setAttribute('data-tag', value), tag)

const isTagged = (page: Page, tag: string) => expect(page.locator(`main h1[data-tag="${tag}"]`))

test('a kept page keeps its text and DOM, and pauses its clock while hidden', async ({ page }) => {
  await page.clock.install()
  await openPage(page, '/settings')
  const comeAgain = page.getByRole('link', { name: /^Kept alive/ })
  await comeAgain.click()
  await page.getByRole('textbox').fill('still here')
  await page.clock.runFor(3_000)
  const seconds = async () => Number(await page.getByRole('timer').textContent())
  await expect.poll(seconds).toBeGreaterThanOrEqual(3)
  await tagHeading(page, 'kept')

  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await page.clock.runFor(300_000)
  await comeAgain.click()
  await expect(page.getByRole('textbox')).toHaveValue('still here')
  await isTagged(page, 'kept').toBeVisible()
  expect(await seconds()).toBeLessThan(200)
  const paused = await seconds()
  await page.clock.runFor(2_000)
  await expect.poll(seconds).toBeGreaterThan(paused)
  await expect(page.getByText('No. 1', { exact: true })).toBeVisible()
  await expect(page.getByText('2', { exact: true })).toBeVisible()
})

test('a kept list returns to the same row, by a link and by the back button', async ({ page }) => {
  await openPage(page, '/settings')
  const comeAgain = page.getByRole('link', { name: /^Kept scroll position/ })
  await comeAgain.click()
  await page.getByRole('button', { name: 'Row 250' }).click()
  await expect(page.getByText('Row 250', { exact: true }).last()).toBeInViewport()
  const where = await scrollY(page)
  await tagHeading(page, 'kept')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await page.goForward()
  await expect.poll(() => scrollY(page)).toBe(where)

  await topBar(page).getByRole('link', { name: 'Back to the lobby' }).click()
  await expect(page).toHaveTitle('Lobby · Koi')
  expect(await scrollY(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await comeAgain.click()
  await expect.poll(() => scrollY(page)).toBe(where)
  await isTagged(page, 'kept').toHaveCount(1)
})

test('the games list keeps search, filter and scroll position while the player views a game', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 520 })
  await openPage(page, '/games?category=originals')
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  await page.getByRole('main').getByRole('searchbox').fill('e')
  await expect(page).toHaveURL('/games?category=originals&q=e')
  // The list updates one frame after the address.
  await expect.poll(() => gameTiles(page).count()).toBeLessThan(9)
  const tiles = await gameTiles(page).count()
  const where = await scrollPage(page, 80)
  await tagHeading(page, 'kept')

  await gameTiles(page).filter({ hasText: 'Dice' }).click()
  await expect(page).toHaveTitle('Dice · Koi')
  // While hidden it is neither visible nor interactive.
  await expect(gameTiles(page).filter({ visible: true })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/games?category=originals&q=e')
  await expect(gameTiles(page)).toHaveCount(tiles)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('e')
  await isTagged(page, 'kept').toHaveCount(1)
  await expect.poll(() => scrollY(page)).toBe(where)
  await expect(page).toHaveTitle('Games · Koi')
})

test('a kept page that was never left receives changes made meanwhile', async ({ page }) => {
  await openPage(page, '/games?category=favourites')
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all games' }).click()
  await gameTiles(page).filter({ hasText: 'Dice' }).click()
  await page.getByRole('link', { name: 'Rules and fairness' }).click()
  await page.getByRole('button', { name: 'Favourite' }).click()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect(gameTiles(page)).toHaveText([/Dice/])
})

test('other pages start fresh, but the back button restores the scroll position', async ({ page }) => {
  await openPage(page, '/settings')
  await page.getByRole('link', { name: /^Counter/ }).scrollIntoViewIfNeeded()
  const where = await scrollY(page)
  expect(where).toBeGreaterThan(100)
  await tagHeading(page, 'gone')
  await page.getByRole('link', { name: /^Counter/ }).click()
  await expect(page).toHaveTitle('Counter · Koi')
  expect(await scrollY(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle('Settings · Koi')
  await expect.poll(() => scrollY(page)).toBe(where)
  await isTagged(page, 'gone').toHaveCount(0)

  await tabBar(page).getByRole('link', { name: 'Gift' }).click()
  await expect(page).toHaveTitle('Gift · Koi')
  await expect.poll(() => scrollY(page)).toBe(0)
})
