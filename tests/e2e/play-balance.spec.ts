import { expect, type Page } from '@playwright/test'
import { lookAround, openPage, sidewaysOverflow } from '../support/app-pages.ts'
import { statusNoise } from '../support/fixtures.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import { betButton, recentResults, saidResult, shownBalance } from '../support/play-screen.ts'
import { violations } from '../support/screen-checks.ts'

const played = (page: Page) => page.getByTestId('play-with')
const coinList = (page: Page) =>
  page.getByRole('dialog', { name: 'Play with' }).getByRole('listitem').getByRole('button')
async function switchTo(page: Page, name: string): Promise<void> {
  await played(page).click()
  await coinList(page).filter({ hasText: name }).click()
}

test.beforeEach(async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
})

test('a bet with a balance moves it, and every bet can be checked after the seeds are rotated', async ({
  page,
}) => {
  await openPage(page, '/games/dice/play')
  await expect(played(page)).toHaveText('Play with USDT')
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
  // The button appears at the same place, where a second tap within 600 ms is ignored.
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

test('one switch leads from demo coins to a balance, and a link opens the same choice', async ({
  page,
  context,
}) => {
  await openPage(page, '/games/dice/play?coin=demo')
  await expect(played(page)).toHaveText('Play with Demo')
  await expect(betButton(page)).toHaveText('Bet 10 demo')
  await betButton(page).click()
  const { net } = await saidResult(page, 0)
  expect(await shownBalance(page)).toBe(100_000 + net)

  await switchTo(page, 'USDT')
  await expect(page).toHaveURL('/games/dice/play?coin=usdt-tron')
  await expect(page.getByRole('dialog')).toBeHidden()
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

test('with many coins the header keeps its two rows, and one control lists the coins in one order', async ({
  page,
}) => {
  const MANY = ['sol-solana', 'usdt-ethereum', 'usdt-tron', 'bonk-solana']
  await page.route('**/api/balances', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { coin: string }[] }
    const [known] = data
    await route.fulfill({
      response,
      json: { data: MANY.map((coin) => ({ ...known, coin, available: '1000' })) },
    })
  })
  await openPage(page, '/games/pond-reels/play?coin=demo')
  const name = page.getByRole('heading', { level: 1 })
  const options = page.getByRole('button', { name: 'Options', exact: true })
  for (const width of [320, 390, 844]) {
    await page.setViewportSize({ width, height: 844 })
    const boxes = await Promise.all([name, played(page), options].map((each) => each.boundingBox()))
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN))
    expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThan(8)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect((await name.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

  await played(page).click()
  await expect(coinList(page)).toHaveCount(MANY.length + 1)
  const names = await coinList(page).allInnerTexts()
  expect(names.map((each) => each.split('\n')[0])).toEqual(['Demo', 'USDT', 'USDT', 'BONK', 'SOL'])
  await coinList(page).filter({ hasText: 'BONK' }).click()
  await expect(page).toHaveURL('/games/pond-reels/play?coin=bonk-solana')
  await expect(played(page)).toHaveText('Play with BONK')
  await expect(played(page)).toBeFocused()
  await switchTo(page, 'Ethereum')
  await expect(played(page)).toHaveText('Play with USDT · ETHEREUM')
  await played(page).click()
  expect(await coinList(page).allInnerTexts()).toEqual(names)
  // The back button does not return to an earlier coin.
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(played(page)).toHaveText('Play with USDT · ETHEREUM')
})

test('the sheets of seeds and of a bet keep their size while their content loads', async ({ page }) => {
  await openPage(page, '/games/dice/play?coin=usdt-tron')
  await betButton(page).click()
  await saidResult(page, 0)
  const heights = async (open: () => Promise<void>) => {
    const seen = await page.evaluateHandle(() => {
      const found: number[] = []
      const look = () => {
        const height = document.querySelector<HTMLElement>('dialog[open]')?.offsetHeight
        if (height !== undefined && height !== found.at(-1)) found.push(height)
        requestAnimationFrame(look)
      }
      look()
      return found
    })
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0)
    await lookAround(page)
    const all = await seen.evaluate((found) => found.slice())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    return all
  }
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 390, height: 1200 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    const fairness = page.getByRole('button', { name: /^Provably fair · bet #2/ })
    expect(await heights(() => fairness.click()), `seeds at ${viewport.height}`).toHaveLength(1)
    expect(
      await heights(() => recentResults(page).first().click()),
      `bet at ${viewport.height}`,
    ).toHaveLength(1)
  }
})

test('a round with a balance continues after a reload and in another tab', async ({
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

test('a player checks all bets of a seed pair once its seed is revealed', async ({ page }) => {
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

test('home links to an open round, and the page of a game shows wins', async ({ page }) => {
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
