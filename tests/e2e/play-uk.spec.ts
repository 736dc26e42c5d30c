import { expect, type Page } from '@playwright/test'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { openPage } from '../support/app-pages.ts'
import { crashAction, crashResult, newestPoint, ROUND_MS, untilStatus } from '../support/crash-screen.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, test as journeys } from '../support/journey-players.ts'
import { opensServer } from '../support/koi-server.ts'
import {
  betButton,
  cents,
  openPlay,
  recentResults,
  saidResult,
  shownBalance,
} from '../support/play-screen.ts'
import { violations } from '../support/screen-checks.ts'

/** A server with the profile `uk`, which forbids some features and requires others. */
const openServer = opensServer({ TRUST_PROXY: '1', KOI_PROFILE: 'uk' })
const test = journeys.extend({ server: async ({ keep }, use) => use(await keep(openServer)) })
test.use(WITHOUT_WORKER)

const CYCLE_MS = 5_000

test.beforeEach(async ({ page, newPlayer, allowConsole }) => {
  // 429: the server refuses a bet that comes too soon.
  allowConsole(WORKER_BLOCKED, statusNoise(429))
  await beginLoggedIn(page, await newPlayer())
  // Instant play may still be stored from a time when it was allowed.
  await page.addInitScript(() => localStorage.setItem('play-preferences', JSON.stringify({ instant: true })))
})

/** The visible net result in cents. */
async function sessionNet(page: Page): Promise<number> {
  const text = await page.getByTestId('session-net').innerText()
  const [, sign = '', amount = 'none'] = /^([+−]?)([\d.,]+) USDT$/.exec(text) ?? []
  return cents(amount) * (sign === '−' ? -1 : 1)
}

async function playOne(page: Page, game: (typeof PLAY_GAMES)[number]): Promise<void> {
  const cashOut = page.getByTestId('cash-out')
  const isOver = page.getByTestId('play-announcement').filter({ hasText: /^Bet 1: / })
  if (game === 'keno') await page.getByRole('button', { name: 'Pick other numbers at random' }).click()
  await betButton(page).click()
  if (game === 'mines') {
    await expect(cashOut).toHaveText('Open a tile')
    await page.getByRole('grid', { name: 'Board' }).getByRole('button').nth(12).click()
  }
  if (game === 'hilo') {
    await expect(cashOut).toHaveText('Make a guess')
    // The game ignores guesses in the moment after a card turns.
    await page.waitForTimeout(300)
    await page.locator('[data-guess]').first().click()
  }
  if (game !== 'mines' && game !== 'hilo') return
  const paying = cashOut.filter({ hasText: 'Cash out' })
  await expect(isOver.or(paying)).toBeAttached()
  if (await paying.isVisible()) await paying.click()
}

for (const game of PLAY_GAMES) {
  test(`${game} can be played with a balance under uk, without auto-play and instant play`, async ({
    page,
  }) => {
    await openPlay(page, game, 'usdt-tron')
    await expect(page.getByTestId('session-net')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Stats', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Auto', exact: true })).toHaveCount(0)
    await expect(page.getByTestId(`play-${game}`)).not.toHaveAttribute('data-instant')
    await page.getByRole('button', { name: 'Options' }).click()
    const options = page.getByRole('dialog', { name: 'Options' })
    await expect(options.getByRole('switch', { name: 'Sound' })).toBeVisible()
    await expect(options.getByRole('switch', { name: 'Instant play' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(options).toBeHidden()

    expect(await shownBalance(page)).toBe(100_000)
    await playOne(page, game)
    const { net } = await saidResult(page, 0)
    await expect.poll(() => shownBalance(page)).toBe(100_000 + net)
    await expect(recentResults(page)).toHaveCount(1)
    // The session shows rounded cents.
    await expect.poll(() => sessionNet(page)).toBe(net)
    // A long panel scrolls to its bet button, and axe does not count targets under the top bar.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await violations(page, ['dark', 'light'])).toEqual([])
  })
}

test('a bet before the cycle is over is refused with a message and stakes nothing, and the next bet counts', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'dice', 'usdt-tron')
  const tooSoon = page.getByRole('alert').getByText('That was too soon after the bet before.')
  const results = async () => recentResults(page).count()
  // On a busy machine the cycle may be over before the second tap.
  await expect(async () => {
    await betButton(page).click()
    await expect(tooSoon).toBeVisible({ timeout: 1_500 })
  }).toPass()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  const [balance, count] = [await shownBalance(page), await results()]
  await page.waitForTimeout(CYCLE_MS)
  expect([await shownBalance(page), await results()]).toEqual([balance, count])
  await betButton(page).click()
  const { net } = await saidResult(page, count)
  await expect(tooSoon).toBeHidden()
  await expect.poll(() => shownBalance(page)).toBe(balance + net)
})

test('a link to auto-play opens nothing, and a stake above the limit is refused', async ({
  page,
  allowConsole,
}) => {
  // The screen does not know the limit for stakes: the server refuses with 400.
  allowConsole(statusNoise(400))
  await openPage(page, '/games/dice/play?coin=usdt-tron&sheet=auto')
  await expect(betButton(page)).toContainText('Bet ')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPlay(page, 'pond-reels', 'usdt-tron')
  await page.getByLabel('Bet amount').fill('2.01')
  await page.getByLabel('Bet amount').blur()
  const before = await shownBalance(page)
  await betButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  expect(await shownBalance(page)).toBe(before)
  await expect(recentResults(page)).toHaveCount(0)
})

test('Crash takes one bet per cycle under uk, has no auto-play, and shows net position and clock', async ({
  page,
  allowConsole,
}) => {
  test.setTimeout(400_000)
  // 503: a new server answers so until it has made its chain of games.
  allowConsole(statusNoise(503))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '/games/crash/play?coin=usdt-tron')
  await expect(crashAction(page)).toContainText('Bet 1.00 USDT', { timeout: 60_000 })
  await expect(page.getByTestId('session-net')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Auto', exact: true })).toHaveCount(0)
  await page.getByLabel('Auto cash-out').fill('1.01')
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Take the bet back', { timeout: ROUND_MS })
  await expect(crashResult(page)).toHaveText(/^You (won|lost) /, { timeout: ROUND_MS })
  await untilStatus(page, 'betting')
  const net = (await newestPoint(page)) >= 101 ? 1 : -100
  await expect.poll(() => shownBalance(page)).toBe(100_000 + net)
  await expect.poll(() => sessionNet(page)).toBe(net)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
})
