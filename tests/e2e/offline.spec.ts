import { expect, type BrowserContext, type Page } from '@playwright/test'
import { OFFLINE_NOISE, statusNoise, test } from '../support/fixtures.ts'
import { rewriteSaved, untilKept } from '../support/offline-state.ts'

const offlineBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline' })

/** Images in view that failed to load. Lazy images out of view are not fetched. */
const brokenCovers = (page: Page) =>
  page.locator('main img').evaluateAll((images) =>
    images
      .filter((image) => image instanceof HTMLImageElement && image.checkVisibility())
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect()
        return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      })
      .filter((image) => !(image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0))
      .map((image) => image.getAttribute('src')),
  )

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('the app opens cold and offline after one visit, on pages not visited before', async ({
  profile,
  server,
  allowConsole,
}, testInfo) => {
  test.slow()
  allowConsole(OFFLINE_NOISE)
  const first = await openPage(await profile.launch(), '/')
  const ms = await untilKept(first)
  testInfo.annotations.push({ type: 'ready offline after', description: `${Math.round(ms)} ms` })
  console.log(`Ready to go offline ${Math.round(ms)} ms after the page was there`)
  await profile.close()
  await server.kill()

  await test.step('shows the lobby, with covers', async () => {
    const page = await openPage(await profile.launch(), '/')
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
    await expect(offlineBanner(page)).toContainText(/Last saved: \d/)
    await expect.poll(() => brokenCovers(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Slots' }),
    ).toBeVisible()
  })

  await test.step('shows the coins, from a link', async () => {
    const page = await openPage(await profile.launch(), '/?panel=coins')
    const coins = page.getByRole('dialog', { name: 'Your coins' })
    await expect(coins.getByRole('listitem').filter({ hasText: 'WIF' }).first()).toBeVisible()
    await expect(coins).toContainText('Values are at fixed practice rates.')
  })

  await test.step('shows a game', async () => {
    const page = await openPage(await profile.launch(), '/games/limbo')
    await expect(page.getByRole('heading', { level: 1, name: 'Limbo' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /check/i }).first()).toBeVisible()
    await expect.poll(() => brokenCovers(page)).toEqual([])
    await expect(offlineBanner(page)).toBeVisible()
  })

  await test.step('shows settings, in the other language', async () => {
    const page = await openPage(await profile.launch(), '/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.getByRole('link', { name: /English/ }).click()
    await page.getByText('简体中文', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await page.getByRole('main').getByText('English', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  })

  await test.step('shows rewards', async () => {
    const page = await openPage(await profile.launch(), '/rewards')
    await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
  })

  await test.step('shows the not-found page for an unknown address and an unknown game', async () => {
    const page = await openPage(await profile.launch(), '/nowhere/at/all')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.goto('/games/no-such-game')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|offline/i)
  })
})

test('a player walks through every page offline, reads what is missing, and the pages recover by themselves', async ({
  page,
  server,
  allowConsole,
}) => {
  // Chromium asks for a favicon when a test opens an answer of the API as a page.
  allowConsole(OFFLINE_NOISE, /favicon\.ico/)
  await page.goto('/')
  await untilKept(page)
  await page.goto('/api/health')
  await rewriteSaved(page, 'age', 2 * 60 * 60_000)
  await server.kill()
  await page.goto('/')
  await expect(offlineBanner(page)).toBeVisible()

  await page.goto('/promotion')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText(/180%/).first()).toBeVisible()
  await page.goto('/gift')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/games')
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await page.getByRole('searchbox').fill('limbo')
  await expect(page.getByTestId('game-tile')).toHaveCount(1)
  await page.goto('/?panel=deposit')
  await expect(page.getByRole('dialog')).toContainText('Practice rates are fixed')
  await page.keyboard.press('Escape')

  // Back online the page refetches without a press.
  await page.goto('/games')
  await expect(offlineBanner(page)).toBeVisible()
  const refetched = page.waitForResponse((response) => response.url().endsWith('/api/games'), {
    timeout: 30_000,
  })
  await server.restart()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await refetched
  await expect(page.getByRole('status').filter({ hasText: 'Back online' })).toBeVisible()
  await expect(offlineBanner(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Back online' })).toHaveCount(0)
})

test('the app requests only news from the server once everything is cached', async ({ page, faultProxy }) => {
  await page.goto(faultProxy.origin)
  await untilKept(page)
  const seen = faultProxy.requests.length
  // Idle time may prefetch code at this moment.
  const isShell = (request: string) => !/^GET \/(?:api\/|sw\.js$|assets\/(?:lazy|practice)\/)/.test(request)

  await page.reload()
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await expect.poll(() => brokenCovers(page)).toEqual([])
  for (const path of ['/games', '/games/limbo', '/rewards', '/settings', '/promotion']) {
    await page.goto(faultProxy.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => brokenCovers(page)).toEqual([])
  }
  await expect(page.getByRole('main').getByText(/180%/).first()).toBeVisible()
  expect(faultProxy.requests.slice(seen).filter(isShell)).toEqual([])
})

test('the page is never the answer to a request for a missing file', async ({ page, allowConsole }) => {
  allowConsole(statusNoise(404))
  await page.goto('/')
  await untilKept(page)
  const missing = ['/assets/gone-00000000.js', '/assets/gone-00000000.css', '/covers/gone.svg', '/gone.js']
  for (const path of missing) {
    for (const answer of [
      // First through the service worker, then without it.
      await page.evaluate(async (address) => {
        const response = await fetch(address)
        return { status: response.status, type: response.headers.get('content-type') }
      }, path),
      await page.request.get(path).then((response) => ({
        status: response.status(),
        type: response.headers()['content-type'] ?? null,
      })),
    ]) {
      expect(answer.status, path).toBe(404)
      expect(answer.type, path).not.toContain('html')
    }
  }
})
