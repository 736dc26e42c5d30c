import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { test, WORKER_BLOCKED } from '../support/fixtures.ts'
import { betButton, openPlay, saidResult, shownBalance } from '../support/play-screen.ts'

test.use({ serviceWorkers: 'block', hasTouch: true })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Puts a finger on the element, moves it `by` pixels and lifts it after `forMs`. */
async function touch(
  page: Page,
  target: Locator,
  { by = 0, forMs = 60 }: { by?: number; forMs?: number } = {},
): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to touch')
  const session: CDPSession = await page.context().newCDPSession(page)
  const at = (moved: number) => [{ x: box.x + box.width / 2 + moved, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  if (by !== 0) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by) })
  await page.waitForTimeout(forMs)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('a tap bets once, and a swipe does not bet', async ({ page }) => {
  await openPlay(page, 'dice')
  await page.getByLabel('Bet amount').fill('1')
  await page.getByLabel('Bet amount').focus()
  await touch(page, betButton(page))
  const { net } = await saidResult(page, 0)
  // As with any button, the keyboard of the phone closes.
  await expect(page.getByLabel('Bet amount')).not.toBeFocused()
  await touch(page, betButton(page), { by: 60 })
  await page.waitForTimeout(700)
  expect(await shownBalance(page)).toBe(100_000 + net)
  await expect(page.getByTestId('play-announcement')).toHaveText(/^Bet 1: /)
})

test('a tap that opens a confirmation does not press anything in it', async ({ page }) => {
  await openPlay(page, 'dice')
  await page.getByLabel('Bet amount').fill('900')
  await page.getByLabel('Bet amount').blur()
  await touch(page, betButton(page))
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await page.waitForTimeout(600)
  await expect(question).toBeVisible()
  expect(await shownBalance(page)).toBe(100_000)
})

test('a player plays a round of Mines by touch', async ({ page }) => {
  await openPlay(page, 'mines')
  await page.getByLabel('Mines', { exact: true }).fill('1')
  await touch(page, betButton(page))
  await expect(page.getByTestId('cash-out')).toHaveText('Open a tile')
  const tile = page.locator('[data-tile="7"]')
  await touch(page, tile, { by: 40 })
  await expect(tile).toHaveAccessibleName(/hidden$/)
  await touch(page, tile)
  await expect(tile).not.toHaveAccessibleName(/hidden$/)
})
