import { expect, type Page } from '@playwright/test'
import { lookAround, openPage } from '../support/app-pages.ts'
import { statusNoise } from '../support/fixtures.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import { betButton, recentResults, saidResult, shownBalance } from '../support/play-screen.ts'
import { violations } from '../support/screen-checks.ts'

const switchTo = (page: Page, name: string) =>
  page.getByTestId('play-with').getByRole('link', { name, exact: true }).click()
const played = (page: Page) => page.getByTestId('play-with').locator('[aria-current]')

test.beforeEach(async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
})

test('a balance is bet, moves, and every bet can be checked after the seeds are rotated', async ({
  page,
}) => {
  await openPage(page, '/games/dice/play')
  await expect(played(page)).toHaveText('USDT')
  await expect(page).toHaveURL('/games/dice/play?coin=usdt-tron')
  await expect(betButton(page)).toHaveText('Bet 1.00 USDT')
  expect(await shownBalance(page)).toBe(100_000)
  await betButton(page).click()
  const { net } = await saidResult(page, 0)
  await expect.poll(() => shownBalance(page)).toBe(100_000 + net)
  await betButton(page).click()
  const second = await saidResult(page, 1)
  const balance = 100_000 + net + second.net
  await expect.poll(() => shownBalance(page)).toBe(balance)
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await recentResults(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Rotate and reveal' }).click()
  // It comes where the other was, and a second tap there within 600 ms would not count.
  await expect(sheet.getByRole('button', { name: 'Verify', exact: true })).toBeVisible()
  await lookAround(page)
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
  await openPage(page, '/history?coin=usdt-tron')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Dice' })).toHaveCount(2)
  await openPage(page, '/')
  const whole = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(balance / 100)
  await expect(page.getByRole('button', { name: `Balance ${whole} USDT, show coins` })).toBeVisible()
})

test('demo coins and a balance are one switch apart, and a link opens the same', async ({
  page,
  context,
}) => {
  await openPage(page, '/games/dice/play?coin=demo')
  await expect(played(page)).toHaveText('Demo')
  await expect(betButton(page)).toHaveText('Bet 10 demo')
  await betButton(page).click()
  const { net } = await saidResult(page, 0)
  expect(await shownBalance(page)).toBe(100_000 + net)

  await switchTo(page, 'USDT')
  await expect(page).toHaveURL('/games/dice/play?coin=usdt-tron')
  await expect(betButton(page)).toHaveText('Bet 1.00 USDT')
  await expect(played(page)).toBeFocused()
  expect(await shownBalance(page)).toBe(100_000)
  await expect(recentResults(page)).toHaveCount(0)

  await switchTo(page, 'Demo')
  expect(await shownBalance(page)).toBe(100_000 + net)
  await expect(recentResults(page)).toHaveCount(1)
  const visitor = await context.browser()?.newPage()
  if (!visitor) throw new Error('There is no browser')
  await visitor.goto(new URL('/games/dice/play?coin=usdt-tron', page.url()).href)
  await expect(visitor.getByText('Log in to play with USDT')).toBeVisible()
  await expect(visitor.getByText('Bet 10 demo')).toBeVisible()
  await visitor.close()
})

test('a round with a balance goes on after a reload and in another tab', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(statusNoise(404), statusNoise(409))
  await openPage(page, '/games/mines/play?coin=usdt-tron')
  await expect(betButton(page)).toHaveText('Bet 1.00 USDT')
  await betButton(page).click()
  await expect(page.getByTestId('cash-out')).toHaveText('Open a tile')
  expect(await shownBalance(page)).toBe(99_900)
  await page.reload()
  await expect(page.getByText('Your round is still open.')).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByTestId('cash-out')).toBeVisible()
  const tile = other.getByRole('button', { name: /^Row 1, column 1/ })
  await tile.click()
  await expect(tile).not.toHaveAccessibleName(/hidden/i)
  if (await other.getByTestId('mines-paid').isVisible()) return
  await expect(page.getByTestId('cash-out')).toContainText('Cash out')
  await other.getByTestId('cash-out').click()
  await expect(other.getByTestId('mines-paid')).toBeVisible()
  await expect(page.getByTestId('mines-paid')).toBeVisible()
  expect(await shownBalance(page)).toBe(await shownBalance(other))
})

test('all bets of a pair are checked once its seed is revealed', async ({ page }) => {
  await openPage(page, '/games/dice/play?coin=usdt-tron')
  for (const count of [0, 1]) {
    await betButton(page).click()
    await saidResult(page, count)
  }
  await openPage(page, '/history?coin=usdt-tron&sheet=seeds')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Rotate and reveal' }).click()
  await expect(sheet.getByText('2 bets checked: all are right')).toBeVisible()
  await expect(sheet.getByText('Koi has signed each of them')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
})

test('home leads into an open round, and the page of a game shows wins', async ({ page }) => {
  await openPage(page, '/games/mines/play?coin=usdt-tron')
  await betButton(page).click()
  await expect(page.getByTestId('cash-out')).toHaveText('Open a tile')
  await openPage(page, '/')
  const round = page.getByTestId('open-round')
  await expect(round).toContainText('Continue')
  await expect(round).toContainText('1.00 USDT staked')
  await round.click()
  await expect(page).toHaveURL('/games/mines/play?coin=usdt-tron')
  await expect(page.getByTestId('cash-out')).toHaveText('Open a tile')

  await openPage(page, '/games/dice/play?coin=usdt-tron')
  for (let count = 1, net = 0; net <= 0; count += 1) {
    await betButton(page).click()
    net = (await saidResult(page, count)).net
  }
  await openPage(page, '/games/dice')
  const wins = main(page).getByRole('region', { name: 'Your latest wins' })
  await wins.getByRole('listitem').getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText('Dice · bet #')
})
