import { expect, type Page } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage, setPageSeen } from '../support/app-pages.ts'
import {
  crashAction,
  crashChips,
  crashResult,
  newestPoint,
  openCrash,
  ROUND_MS,
  untilStatus,
} from '../support/crash-screen.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { test } from '../support/journey-players.ts'
import { shownBalance } from '../support/play-screen.ts'

// Drawing the curve with every frame would keep the machine busy.
test.use({ ...WITHOUT_WORKER, contextOptions: { reducedMotion: 'reduce' } })
// 503: a new server answers so until it has made its chain of games. 409: a press may arrive after the crash,
// and the test repeats it in the next round.
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED, statusNoise(503), statusNoise(409)))

/** An answer to a cash-out after this time is late. */
const LATE_MS = 5_000
/** The screen decides a cash-out within 1.5 s; a machine busy with tests takes longer. */
const DECIDED_MS = 3_000

async function placeBet(page: Page, target: string): Promise<void> {
  await page.getByLabel('Auto cash-out').fill(target)
  // Places the bet at once or queues it for the next round. A page that was unreachable for a moment drops
  // the queued bet.
  await expect(async () => {
    if (/^Bet /.test(await crashAction(page).innerText())) await crashAction(page).click()
    // On a busy machine the round may have begun already.
    await expect(crashAction(page)).toHaveText(/^Take the bet back$|^Cash out/)
  }).toPass({ timeout: 2 * ROUND_MS })
}

test('a player bets a balance in a shared round, is paid at the target, and verifies the round', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(400_000)
  await openCrash(page, await newPlayer())
  const before = await shownBalance(page)
  await placeBet(page, '1.01')
  const isStaked = async () => (await shownBalance(page)) === before - 100
  await expect.poll(async () => (await crashResult(page).isVisible()) || (await isStaked())).toBe(true)
  await expect(crashResult(page)).toHaveText(/^You (won|lost) /, { timeout: ROUND_MS })
  await untilStatus(page, 'betting')
  const point = await newestPoint(page)
  await expect.poll(() => shownBalance(page)).toBe(before - 100 + (point >= 101 ? 101 : 0))
  await crashChips(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
})

test('a cash-out counts from its arrival at the server, and the sheet shows that time', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(600_000)
  await openCrash(page, await newPlayer())
  await expect(async () => {
    await crashAction(page).click()
    await expect(crashAction(page)).toHaveText('Take the bet back', { timeout: ROUND_MS })
    await untilStatus(page, 'running')
    await crashAction(page).click({ timeout: 5_000 })
    await expect(crashResult(page)).toHaveText(/^You won |came back/, { timeout: ROUND_MS })
  }).toPass({ timeout: 500_000 })
  await untilStatus(page, 'betting')
  await crashChips(page).first().click()
  await expect(
    page.getByRole('dialog').getByText(/^Pressed at \d\.\d\d×, arrived \d+ ms later, paid \d\.\d\d×$/),
  ).toBeVisible()
})

test('a player who goes offline in a running round learns the result of the bet', async ({
  page,
  context,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(400_000)
  allowConsole(OFFLINE_NOISE)
  await openCrash(page, await newPlayer())
  await placeBet(page, '1.01')
  const told = page
    .getByTestId('crash-result')
    .or(page.getByText(/^While this page was away/))
    .first()
  // Watches from here: a round that crashes at 1.00× ends before a check could see it run.
  const isTold = expect(told).toHaveText(/You (won|lost) |it (paid|lost)/, { timeout: ROUND_MS })
  await untilStatus(page, 'running')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. No bet can be taken')).toBeVisible()
  await context.setOffline(false)
  await isTold
})

test('a player who returns to the page sees the result that was decided in the background', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(400_000)
  await openCrash(page, await newPlayer())
  await placeBet(page, '1.01')
  await setPageSeen(page, false)
  // The stage keeps the result of the last round until the next one starts.
  for (const status of ['running', 'betting', 'running']) await untilStatus(page, status)
  await setPageSeen(page, true)
  await expect(page.getByText(/^While this page was away, your bet of 1\.00 .* (paid|lost)/)).toBeVisible()
})

test('lost or late answers never duplicate a bet, and every cash-out is decided', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(600_000)
  // On a busy machine a bet may miss its round: the lookup by key then answers 404.
  allowConsole(OFFLINE_NOISE, /status of 404 .*\/crash\/bets\/by-key\//)
  const player = await newPlayer()
  await openCrash(page, player)
  let placed = 0
  // The server handles the bet, and the answer is lost.
  await page.route('**/api/crash/bets', async (route) => {
    const answer = await route.fetch()
    if (answer.ok()) placed += 1
    await route.abort()
  })
  let cashOuts = 0
  await page.route('**/api/crash/bets/*/cash-out', async (route) => {
    cashOuts += 1
    const response = await route.fetch()
    if (cashOuts % 2 === 1) return route.abort()
    await page.waitForTimeout(LATE_MS)
    return route.fulfill({ response })
  })
  // One cash-out whose answer is lost, then one whose answer is late. A round that crashes first is repeated.
  for (const wanted of [1, 2]) {
    await expect(async () => {
      await crashAction(page).click()
      await expect(crashAction(page)).toHaveText('Take the bet back', { timeout: ROUND_MS })
      await untilStatus(page, 'running')
      await crashAction(page).click({ timeout: 3_000 })
      await expect(crashAction(page)).not.toHaveText(/Cashing out…|Asking the server…/, {
        timeout: DECIDED_MS,
      })
      await expect(crashResult(page)).toHaveText(/^You (won|lost) |came back/, { timeout: ROUND_MS })
      expect(cashOuts).toBeGreaterThanOrEqual(wanted)
    }).toPass({ timeout: 400_000 })
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The screen shows the server's balance and bets.
  await untilStatus(page, 'betting')
  const shown = await shownBalance(page)
  const { bets } = await callApi<{ bets: unknown[] }>(server, '/bets?game=crash', {
    method: 'GET',
    token: player.token,
  })
  expect(bets).toHaveLength(placed)
  await openPage(page, '/games/crash/play?coin=usdt-tron')
  await expect.poll(() => shownBalance(page)).toBe(shown)
})

test('a visitor watches the same rounds live and is led to the log-in', async ({ page }) => {
  test.setTimeout(400_000)
  // A clock that is off by ten minutes must not change the curve.
  await page.addInitScript(() => {
    const right = Date.now.bind(Date)
    Date.now = () => right() + 600_000
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + 600_000 })
  })
  await openPage(page, '/games/crash/play?coin=usdt-tron')
  await untilStatus(page, 'running')
  await untilStatus(page, 'betting')
  await expect(crashChips(page).first()).toHaveText(/×$|void/)
  await page.getByRole('link', { name: 'Log in to bet with USDT' }).click()
  await expect(page).toHaveURL(/\/accout\?from=/)
})

test('auto-play bets one round after the other, and the history proves each of its bets', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(400_000)
  await openCrash(page, await newPlayer())
  await page.getByLabel('Auto cash-out').fill('1.01')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.getByLabel('Number of bets').fill('2')
  await sheet.getByRole('button', { name: 'Start with 1.00 USDT' }).click()
  await expect(sheet).toBeHidden()
  await expect(crashAction(page)).toHaveText(/^Stop/)
  await expect(crashAction(page)).toContainText('Bet 1.00 USDT', { timeout: 3 * ROUND_MS })

  await openPage(page, '/history?coin=usdt-tron&game=crash')
  const bets = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Crash' })
  await expect(bets).toHaveCount(2)
  // The round of the newest bet may still be running.
  await bets.last().click()
  const bet = page.getByRole('dialog')
  await bet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(bet.getByText('Verified on this device')).toBeVisible()
})
