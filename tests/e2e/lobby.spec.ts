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
const shelf = (page: Page, name: string) => page.getByRole('main').getByRole('list', { name, exact: true })

test('a first visitor changes to Chinese and the light theme, searches, opens a game, and returns to the same place', async ({
  page,
}) => {
  // A screen so low that the games need scrolling.
  await page.setViewportSize({ width: 390, height: 520 })
  await openPage(page, '/')
  await expect(shelf(page, 'Trending').getByRole('link')).toHaveText([
    /^Dice1% edgeup to 9,900×$/,
    /^Mines1% edgeup to 5\.1M×$/,
    /^Plinko/,
    /^Crash/,
    /^Limbo/,
    /^Hilo/,
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

test("the lobby shows the server's games, and those the player opened or marked", async ({
  page,
  request,
}) => {
  const { data: games } = (await (await request.get('/api/games')).json()) as {
    data: { slug: string; status: string; categories: string[]; name: Record<string, string> }[]
  }
  await openPage(page, '/')
  const named = (chosen: typeof games) => chosen.map(({ name }) => new RegExp(name['en-US'] ?? ''))
  const playable = games.filter(({ status }) => status === 'playable')
  await expect(shelf(page, 'Trending').getByRole('link')).toHaveText(
    named(playable.filter(({ categories }) => categories.includes('trending'))),
  )
  await expect(shelf(page, 'Coming soon').getByRole('link')).toHaveText(
    named(games.filter(({ status }) => status === 'soon')),
  )
  await expect(shelf(page, 'Continue playing')).toHaveCount(0)

  await shelf(page, 'Trending').getByRole('link', { name: 'Mines' }).click()
  await expect(page).toHaveURL('/games/mines/play')
  await page.getByRole('link', { name: 'Rules and fairness' }).click()
  await page.getByRole('button', { name: 'Favourite' }).click()
  await expect(page.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/games/mines/play')
  await page.goBack()
  await expect(shelf(page, 'Continue playing').getByRole('link')).toHaveText([/Mines/])
  await expect(shelf(page, 'Favourites').getByRole('link')).toHaveText([/Mines/])

  await page.reload()
  await expect(shelf(page, 'Favourites').getByRole('link')).toHaveText([/Mines/])
  await page.getByRole('link', { name: 'See all Favourites' }).click()
  await expect(page).toHaveURL('/games?category=favourites')
  await expect(gameTiles(page)).toHaveCount(1)
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
