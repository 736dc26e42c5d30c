import { expect, type Page } from '@playwright/test'
import { gameTiles, openFromTabBar, openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { emptyCaches, untilKept } from '../support/offline-state.ts'
import { betButton, openPlay } from '../support/play-screen.ts'

/** React's console message for an error that the error page shows. */
const MISSING_CODE = /Failed to fetch dynamically imported module|Unable to preload CSS/
const REWARDS = /^\/assets\/rewards-[^/]+\.js$/

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page did not load' })

/** Style sheets of the page, each with true if it has loaded. */
const styleSheets = (page: Page) =>
  page.evaluate(() => {
    // Reading the rules of a sheet that failed to load may throw.
    const hasCome = ({ sheet }: HTMLLinkElement) => {
      try {
        return sheet !== null && sheet.cssRules.length > 0
      } catch {
        return false
      }
    }
    const links = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    const addresses = (some: HTMLLinkElement[]) => some.map(({ href }) => href)
    return {
      missing: addresses(links.filter((link) => !hasCome(link))),
      there: addresses(links.filter(hasCome)).join(' '),
    }
  })

async function removeWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  })
  await emptyCaches(page)
}

async function walkToRewards(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState({}, '', '/rewards')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
}

test('missing code makes the page reload once, and not again', async ({ page, faultProxy, allowConsole }) => {
  allowConsole(statusNoise(404), MISSING_CODE)
  await page.goto(faultProxy.origin)
  await untilKept(page)
  await removeWorker(page)
  faultProxy.fail(REWARDS, { kind: 'status', status: 404 })
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))

  await walkToRewards(page)
  await expect(failed(page)).toBeVisible()
  expect(loads).toBe(1)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await test.step('a retry while the code is still missing does not reload', async () => {
    await failed(page).getByRole('button', { name: 'Try again' }).click()
    await expect(failed(page)).toBeVisible()
    expect(loads).toBe(1)
  })

  await test.step('the rest of the app works', async () => {
    await page.getByRole('link', { name: 'Lobby', exact: true }).click()
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
  })
})

test('code that is missing for a moment loads on retry, and the page appears', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(404), MISSING_CODE)
  await page.goto(faultProxy.origin)
  await untilKept(page)
  await removeWorker(page)
  faultProxy.fail(REWARDS, { kind: 'status', status: 404 }, 1)
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await walkToRewards(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
  expect(loads).toBeLessThanOrEqual(1)
})

test('missing code does not reload the page while offline, and comes by itself when the server is back', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE, MISSING_CODE)
  await page.goto('/')
  await untilKept(page)
  await emptyCaches(page)
  await server.kill()
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await walkToRewards(page)
  await expect(failed(page)).toBeVisible()
  await page.getByRole('link', { name: 'Lobby', exact: true }).click()
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  expect(loads).toBe(0)

  await walkToRewards(page)
  await expect(failed(page)).toBeVisible()
  await server.restart()
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
  expect(loads).toBe(1)
})

test.describe('on a first visit, before anything is cached', () => {
  test.use(WITHOUT_WORKER)

  test('a screen that grows wide while the server is down keeps its page and its navigation', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, OFFLINE_NOISE)
    await openPage(page, '/')
    await context.setOffline(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Gift' })).toBeVisible()
    await expect(gameTiles(page).first()).toBeVisible()
    await expect(failed(page)).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(gameTiles(page).first()).toBeVisible()
  })

  test('a sheet opened while the server is down says so, keeps the game on screen, and opens once the server is back', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, OFFLINE_NOISE)
    await openPlay(page, 'dice')
    // The code that shows toasts loads just after the first paint.
    await expect(page.locator('[popover]').getByRole('alert')).toBeAttached()
    await context.setOffline(true)
    const stats = page.getByRole('button', { name: 'Stats' })
    await stats.click()
    await expect(
      page.getByText('This part did not load. Check your connection, then try again.'),
    ).toBeVisible()
    await expect(betButton(page)).toBeVisible()
    await expect(page).toHaveURL(/\/play$/)
    await expect(failed(page)).toHaveCount(0)
    await context.setOffline(false)
    await stats.click()
    await expect(page.getByRole('dialog', { name: 'This session' })).toBeVisible()
    expect((await styleSheets(page)).missing).toEqual([])
  })

  test('a panel opened while the server is down says so, keeps the page, and opens once the server is back', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, OFFLINE_NOISE)
    await openPage(page, '/games')
    await expect(page.locator('[popover]').getByRole('alert')).toBeAttached()
    await context.setOffline(true)
    const deposit = page.getByRole('banner').getByRole('button', { name: 'Deposit' })
    await deposit.click()
    await expect(
      page.getByText('This part did not load. Check your connection, then try again.'),
    ).toBeVisible()
    await expect(gameTiles(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/games$/)
    await expect(failed(page)).toHaveCount(0)
    await context.setOffline(false)
    // The toast covers the button, and stays while the pointer is over it.
    await page.mouse.move(10, 600)
    await deposit.click()
    await expect(page.getByRole('dialog', { name: 'Deposit' })).toBeVisible()
    expect(await styleSheets(page)).toEqual({ missing: [], there: expect.stringMatching(/DepositDialog-/) })
  })

  test('style sheets that fail to load do not break the page and are fetched again', async ({
    page,
    faultProxy,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, statusNoise(404))
    const isAskedFor = page.waitForResponse(/\/later-[^/]+\.css$/)
    for (const name of ['later', 'wallet']) {
      faultProxy.fail(new RegExp(`^/assets/${name}-[^/]+\\.css$`), { kind: 'status', status: 404 }, 1)
    }
    await page.goto(faultProxy.origin)
    await isAskedFor
    await expect(gameTiles(page).first()).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await openFromTabBar(page, 'Menu')
    expect(await styleSheets(page)).toEqual({ missing: [], there: expect.stringMatching(/\/later-/) })
  })
})
