import { expect, type Page } from '@playwright/test'
import type { JourneyPlayer } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, test } from '../support/journey-players.ts'
import { shownBalance } from '../support/play-screen.ts'

// Nothing here is about movement, and a curve that is drawn with every frame keeps a machine busy.
test.use({ ...WITHOUT_WORKER, contextOptions: { reducedMotion: 'reduce' } })
// A server that is new makes its chain of games first, and says so.
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED, statusNoise(503)))

/** A round can run for minutes, if seldom. */
const ROUND_MS = 150_000

const action = (page: Page) => page.getByTestId('crash-action-1')
const chips = (page: Page) => page.getByRole('list', { name: 'Last rounds' }).getByRole('link')
const untilStatus = (page: Page, status: string) =>
  page.locator(`[data-testid="crash-stage"][data-status="${status}"]`).waitFor({ timeout: ROUND_MS })

async function openWithBalance(page: Page, newPlayer: () => Promise<JourneyPlayer>): Promise<void> {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/games/crash/play?coin=usdt-tron')
  await expect(action(page)).toContainText('Bet 1.00 USDT', { timeout: 60_000 })
}

async function placeBet(page: Page, target: string): Promise<void> {
  await page.getByLabel('Auto cash-out').fill(target)
  await action(page).click()
  // Placed at once, or queued for the next round.
  await expect(action(page)).toHaveText('Take the bet back', { timeout: ROUND_MS })
}

/** The point of the round that is just over, in hundredths. */
async function newestPoint(page: Page): Promise<number> {
  const text = await chips(page).first().innerText()
  return Math.round(Number(text.replace(/[,×]/g, '')) * 100)
}

test('a balance is bet in a round of all players, paid at its target, and the round is verified', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(400_000)
  await openWithBalance(page, newPlayer)
  const before = await shownBalance(page)
  await placeBet(page, '1.01')
  await expect.poll(() => shownBalance(page)).toBe(before - 100)
  await untilStatus(page, 'running')
  await expect(page.getByTestId('crash-result')).toHaveText(/^You (won|lost) /, { timeout: ROUND_MS })
  await untilStatus(page, 'betting')
  const point = await newestPoint(page)
  await expect.poll(() => shownBalance(page)).toBe(before - 100 + (point >= 101 ? 101 : 0))
  await chips(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
})

test('a cash-out counts from the moment it arrived, and the sheet says when that was', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(600_000)
  await openWithBalance(page, newPlayer)
  await expect(async () => {
    await action(page).click()
    await expect(action(page)).toHaveText('Take the bet back', { timeout: ROUND_MS })
    await untilStatus(page, 'running')
    await action(page).click({ timeout: 5_000 })
    await expect(page.getByTestId('crash-result')).toHaveText(/^You won |came back/, { timeout: ROUND_MS })
  }).toPass({ timeout: 500_000 })
  await untilStatus(page, 'betting')
  await chips(page).first().click()
  await expect(
    page.getByRole('dialog').getByText(/^Pressed at \d\.\d\d×, arrived \d+ ms later, paid \d\.\d\d×$/),
  ).toBeVisible()
})

test('who goes offline in a running round learns what became of the bet', async ({
  page,
  context,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(400_000)
  allowConsole(OFFLINE_NOISE)
  await openWithBalance(page, newPlayer)
  await placeBet(page, '1.01')
  await untilStatus(page, 'running')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. No bet can be taken')).toBeVisible()
  await context.setOffline(false)
  await expect(
    page
      .getByTestId('crash-result')
      .or(page.getByText(/^While this page was away/))
      .first(),
  ).toHaveText(/You (won|lost) |it (paid|lost)/, { timeout: ROUND_MS })
})

test('who is not logged in watches the same rounds live, and is led to the login', async ({ page }) => {
  test.setTimeout(400_000)
  // A clock that is wrong by ten minutes says nothing of the curve.
  await page.addInitScript(() => {
    const right = Date.now.bind(Date)
    Date.now = () => right() + 600_000
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + 600_000 })
  })
  await openPage(page, '/games/crash/play?coin=usdt-tron')
  await untilStatus(page, 'running')
  await untilStatus(page, 'betting')
  await expect(chips(page).first()).toHaveText(/×$|void/)
  await page.getByRole('link', { name: 'Log in to bet with USDT' }).click()
  await expect(page).toHaveURL(/\/accout\?from=/)
})

test('auto-play bets one round after the other, and its bets are in the history with all that proves them', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(400_000)
  await openWithBalance(page, newPlayer)
  await page.getByLabel('Auto cash-out').fill('1.01')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.getByLabel('Number of bets').fill('2')
  await sheet.getByRole('button', { name: 'Start with 1.00 USDT' }).click()
  await expect(sheet).toBeHidden()
  await expect(action(page)).toHaveText(/^Stop/)
  await expect(action(page)).toContainText('Bet 1.00 USDT', { timeout: 3 * ROUND_MS })

  await openPage(page, '/history?coin=usdt-tron&game=crash')
  const bets = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Crash' })
  await expect(bets).toHaveCount(2)
  // The round of the newest one may still run.
  await bets.last().click()
  const bet = page.getByRole('dialog')
  await bet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(bet.getByText('Verified on this device')).toBeVisible()
})
