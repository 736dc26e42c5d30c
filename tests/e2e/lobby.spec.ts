import { expect, type Page } from '@playwright/test'
import {
  ALL_GAMES,
  choose,
  gameTiles,
  openFromTabBar,
  openPage,
  tabBar,
  scrollPage,
} from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const searchField = (page: Page) => page.getByRole('main').getByRole('searchbox')
const allGames = (page: Page) => page.getByRole('main').getByRole('list', { name: 'All games', exact: true })

test('a first visitor changes to Chinese and the light theme, searches, opens a game, and returns to the same place', async ({
  page,
}) => {
  // A screen so low that the games need scrolling.
  await page.setViewportSize({ width: 390, height: 520 })
  await openPage(page, '/')
  await expect(allGames(page).getByRole('link')).toHaveText([
    /^Diceup to 9,900×$/,
    /^Minesup to 5\.1M×$/,
    /^Plinko/,
    /^Crash/,
    /^Limbo/,
    /^Hilo1% edge$/,
    /^Keno/,
    /^Wheel/,
    /^Pond Reels/,
  ])

  await (await openFromTabBar(page, 'Menu')).getByRole('link', { name: /^Language/ }).click()
  await choose(page, '简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('语言')

  await page.goto('/settings')
  await choose(page, '浅色')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await page.goto('/games')
  await searchField(page).fill('骰')
  await expect(gameTiles(page)).toHaveText([/骰子/])
  await searchField(page).fill('')
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  await scrollPage(page, 220)
  // The focus may scroll a tile out from under the bars.
  const leftAt = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.addEventListener('click', () => resolve(window.scrollY), { capture: true, once: true })
      }),
  )
  const slots = gameTiles(page).filter({ hasText: '锦鲤老虎机' })
  await slots.click()
  const where = await leftAt
  expect(where).toBeGreaterThan(60)
  await expect(page).toHaveURL('/games/pond-reels/play')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('锦鲤老虎机')
  await expect(page).toHaveTitle('锦鲤老虎机 · Koi')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(where)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test("the lobby shows each of the server's games once, and continues the last one", async ({
  page,
  request,
}) => {
  const { data: games } = (await (await request.get('/api/games')).json()) as {
    data: { name: Record<string, string> }[]
  }
  await openPage(page, '/')
  await expect(gameTiles(page)).toHaveText(games.map(({ name }) => new RegExp(name['en-US'] ?? '')))
  await expect(page.getByTestId('continue')).toHaveCount(0)

  await allGames(page).getByRole('link', { name: 'Mines' }).click()
  await expect(page).toHaveURL('/games/mines/play')
  await page.getByRole('link', { name: 'Rules and fairness' }).click()
  await page.getByRole('button', { name: 'Favourite' }).click()
  await expect(page.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/games/mines/play')
  await page.goBack()
  await expect(page.getByTestId('continue')).toHaveText('Continue Mines')
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)

  await page.goto('/games?category=favourites')
  await expect(gameTiles(page)).toHaveText([/Mines/])
})

for (const [width, height] of [
  [390, 844],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`all games are in sight on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openPage(page, '/')
    await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
    const covers = gameTiles(page).locator('img')
    await expect(covers).toHaveCount(ALL_GAMES)
    for (let index = 0; index < ALL_GAMES; index += 1) {
      await expect(gameTiles(page).nth(index)).toBeInViewport({ ratio: 1 })
      await expect(covers.nth(index)).not.toHaveJSProperty('naturalWidth', 0)
    }
    if (width < 1024) {
      const last = await gameTiles(page).last().boundingBox()
      const bar = await tabBar(page).boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    }
  })
}

test('in landscape and with large text the games stand before the offer', async ({ page }) => {
  const isFirst = async () => {
    const tile = await gameTiles(page).first().boundingBox()
    const offer = await page.getByRole('main').getByRole('link', { name: 'Try a round' }).boundingBox()
    return (tile?.y ?? Infinity) < (offer?.y ?? 0)
  }
  await openPage(page, '/')
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  expect(await isFirst()).toBe(false)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect.poll(isFirst).toBe(true)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await expect.poll(isFirst).toBe(false)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(isFirst).toBe(true)
})

const WIN = {
  id: '1',
  game: 'plinko',
  name: 'Mira',
  coin: 'usdt-tron',
  stake: '10',
  multiplier: 33,
  payout: '330',
  at: '2026-11-29T00:00:00.000Z',
  wonUsd: '320.00',
}

test('tiles tell who plays and the newest big win, and the line of wins can be stopped for good', async ({
  page,
}) => {
  await page.route('**/api/play-now', (route) =>
    route.fulfill({
      json: {
        data: {
          players: 21,
          games: [
            { game: 'dice', players: 21, bigWin: null },
            { game: 'plinko', players: null, bigWin: WIN },
          ],
        },
      },
    }),
  )
  await page.route('**/api/big-wins', (route) =>
    route.fulfill({
      json: { data: ['1', '2', '3', '4'].map((id) => ({ ...WIN, id, name: id === '2' ? null : WIN.name })) },
    }),
  )
  await openPage(page, '/')
  await expect(allGames(page).getByRole('link', { name: /^Dice .*21 players now/ })).toBeVisible()
  await expect(
    allGames(page).getByRole('link', { name: /^Plinko .*Newest big win: 330 USDT, 33×/ }),
  ).toBeVisible()
  await expect(allGames(page).getByText('players now')).toHaveCount(1)
  await expect(page.getByText('21 playing')).toBeAttached()

  const ticker = page.getByTestId('win-ticker')
  await expect(ticker.getByRole('link').first()).toHaveText('Mira+330.0033× in Plinko')
  const isMoving = () => ticker.evaluate((line) => line.getAnimations({ subtree: true }).length > 0)
  await expect.poll(isMoving).toBe(true)
  await ticker.getByRole('button', { name: 'Stop the moving wins' }).click()
  await expect.poll(isMoving).toBe(false)
  await page.reload()
  await expect(ticker.getByRole('button', { name: 'Let the wins move' })).toBeVisible()
  expect(await isMoving()).toBe(false)
})

test('one tap from the lobby plays a first round, and the device checks its result', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('main').getByRole('link', { name: 'Try a round' }).click()
  const check = page.getByRole('main').getByRole('status').filter({ hasText: 'from both seeds' })
  await expect(check).toContainText('Your device has computed')
  await expect(page).toHaveURL('/games/dice/play')
  const rolled = await page
    .getByRole('region', { name: 'Game' })
    .getByText(/^\d+\.\d\d$/)
    .first()
    .textContent()
  await expect(check).toContainText(rolled ?? '')
  await check.getByRole('button', { name: 'See the calculation' }).click()
  await expect(page.getByRole('dialog')).toContainText('Dice · bet #1')
  await page.goBack()
  await check.getByRole('button', { name: 'Close' }).click()
  await expect(check).toHaveCount(0)

  // A reload plays no round, and the offer of the lobby is another one now.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Bet 10 demo' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent results' }).getByRole('listitem')).toHaveCount(1)
  await openPage(page, '/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Try a round' })).toHaveCount(0)
})

test('a game that is not playable yet says so, shows its facts and has no play button', async ({ page }) => {
  await page.route('**/api/games/crash', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, status: 'soon' } } })
  })
  await openPage(page, '/games/crash')
  const main = page.getByRole('main')
  await expect(main.getByText('Not open for play in this release')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'How to play' })).toBeVisible()
  await expect(main.getByText('House edge', { exact: true })).toBeVisible()
  await expect(main.getByText('1%', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Play|Bet)/ })).toHaveCount(0)
  await expect(main.locator('button:disabled')).toHaveCount(0)
})

test('a playable game links to its screen, and its screen links to the rules', async ({ page }) => {
  await openPage(page, '/games/dice')
  const main = page.getByRole('main')
  await expect(main.getByText('roll = floor(f × 10001) / 100')).toBeVisible()
  await main.getByRole('link', { name: 'Play' }).click()
  await expect(page).toHaveURL('/games/dice/play')
  await expect(main.getByRole('button', { name: /^Bet / })).toBeVisible()
  await main.getByRole('link', { name: 'Rules and fairness' }).click()
  await expect(page).toHaveURL('/games/dice')
})

test.describe('the search for games', () => {
  test('finds English and Chinese names, and waits until the player stops typing', async ({ page }) => {
    await openPage(page, '/games')
    await expect(searchField(page)).toHaveAttribute('placeholder', `Search ${ALL_GAMES} games`)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).search))
    await searchField(page).pressSequentially('plinko', { delay: 20 })
    await expect(page).toHaveURL('/games?q=plinko')
    await expect(gameTiles(page)).toHaveText([/Plinko/])
    await expect(page.getByText('1 game', { exact: true })).toBeVisible()
    expect(visited).toEqual(['?q=plinko'])

    for (const [typed, found] of [
      ['转', /Wheel/],
      ['REELS', /Pond Reels/],
      ['  pond   reels ', /Pond Reels/],
    ] as const) {
      await searchField(page).fill(typed)
      await expect(gameTiles(page)).toHaveText([found])
    }
  })

  test('says when nothing matches and offers a way back', async ({ page }) => {
    await openPage(page, '/games?q=zzz&category=slots')
    await expect(page.getByRole('heading', { name: 'No game found for “zzz”' })).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/games')
    await expect(searchField(page)).toHaveValue('')
    await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  })

  test('is kept in the address with category and provider, and survives a reload', async ({ page }) => {
    await openPage(page, '/games')
    await page
      .getByRole('navigation', { name: 'Categories' })
      .or(page.getByLabel('Categories'))
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Instant' }).first().click()
    await expect(page).toHaveURL('/games?category=instant')
    await expect(gameTiles(page)).toHaveCount(6)
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Koi Originals')
    await expect(page).toHaveURL('/games?category=instant&provider=koi-originals')
    await page.getByRole('button', { name: 'Group by provider' }).click()
    await expect(page).toHaveURL(/group=provider/)
    await searchField(page).fill('ke')
    await expect(gameTiles(page)).toHaveText([/Keno/])
    await page.reload()
    await expect(searchField(page)).toHaveValue('ke')
    await expect(gameTiles(page)).toHaveText([/Keno/])
    await expect(page.getByRole('button', { name: 'Group by provider' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
})

test('the lobby keeps its scroll position while the player reads about referral', async ({ page }) => {
  // A screen so low that the shelves need scrolling.
  await page.setViewportSize({ width: 390, height: 520 })
  await openPage(page, '/')
  await expect(gameTiles(page).first()).toBeVisible()
  const where = await scrollPage(page, 300)
  expect(where).toBeGreaterThan(100)
  await tabBar(page).getByRole('link', { name: 'Refer' }).click()
  await expect(page).toHaveTitle('Promotions · Koi')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle('Lobby · Koi')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(where)
})
