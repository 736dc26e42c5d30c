import { expect } from '@playwright/test'
import { ALL_GAMES, choose, gameTiles, openFromTabBar, openPage, scrollPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('a change of language keeps the page, the typed text and the scroll position', async ({ page }) => {
  await openPage(page, '/games?category=originals')
  await page.setViewportSize({ width: 390, height: 520 })
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  const where = await scrollPage(page, 150)
  expect(where).toBeGreaterThan(60)
  await (await openFromTabBar(page, 'Menu')).getByRole('link', { name: /^Language/ }).click()
  await expect(page).toHaveURL('/language')
  const steps = await page.evaluate(() => history.length)

  await choose(page, '简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveTitle('语言 · Koi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('语言')
  await expect(page.getByRole('radio', { name: '简体中文' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh-CN')
  expect(await page.evaluate(() => history.length)).toBe(steps)

  await page.goBack()
  await expect(page).toHaveURL('/games?category=originals')
  await expect(page).toHaveTitle('游戏 · Koi')
  await expect(gameTiles(page).first()).toHaveText(/骰子/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(where)

  await page.reload()
  await expect(gameTiles(page).first()).toHaveText(/骰子/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('a kept page keeps its text while the words around it change', async ({ page }) => {
  await openPage(page, '/settings')
  await page.getByRole('link', { name: /^Kept alive/ }).click()
  await page.getByRole('textbox').fill('half a sentence')
  await page.goBack()
  await page.getByRole('link', { name: /Change the language/ }).click()
  await choose(page, '简体中文')
  await page.goBack()
  await page.getByRole('link', { name: /^页面状态保留/ }).click()
  await expect(page.getByRole('textbox')).toHaveValue('half a sentence')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面状态保留')
})

test('a choice of language or coin display in another tab applies in this tab', async ({ page, context }) => {
  await openPage(page, '/?panel=coins')
  const other = await context.newPage()
  await openPage(other, '/?panel=coins')
  const usd = (tab: typeof page) => tab.getByRole('dialog').getByRole('switch').first()
  await expect(usd(page)).toBeChecked()
  await usd(other).uncheck()
  await expect(usd(page)).not.toBeChecked()
  await other.goto('/language')
  await choose(other, '简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('dialog', { name: '我的币种' })).toBeVisible()
})

test.describe('numbers, dates and plurals', () => {
  test.use({ timezoneId: 'UTC' })

  test('follow the language', async ({ page }) => {
    const status = page.getByRole('main').getByRole('status').filter({ hasText: '1' })
    const released = page.getByRole('main').getByText(/2026/).first()
    await openPage(page, '/games?q=pl')
    await expect(status).toHaveText('1 game')
    await page.goto('/games/dice')
    await expect(released).toHaveText(/^[A-Z][a-z]{2} \d+, 2026$/)

    await page.evaluate(() => localStorage.setItem('language', 'zh-CN'))
    await openPage(page, '/games?q=pl')
    await expect(status).toHaveText('1 款游戏')
    await page.goto('/games/dice')
    await expect(released).toHaveText(/^2026年\d+月\d+日$/)
  })
})

for (const [locale, lang, heading] of [
  ['zh-TW', 'zh-CN', '大厅'],
  ['fr-FR', 'en-US', 'Lobby'],
] as const) {
  test.describe(`with a browser in ${locale}`, () => {
    test.use({ locale })
    test(`Koi starts in ${lang}, and sets it before anything is shown`, async ({ page }) => {
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
    })
  })
}

test('an invalid stored language is ignored', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'tlh'))
  await openPage(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})
