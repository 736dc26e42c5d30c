import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { OFFLINE_NOISE, statusNoise } from '../support/fixtures.ts'
import { emptyCaches, untilKept } from '../support/offline-state.ts'
import { test } from '../support/releases.ts'

/** The worker downloads a whole release before it offers or activates it. */
const WITHIN = { timeout: 25_000 }

/** The inner box: the live region itself has no size, because its content is fixed to the window. */
const prompt = (page: Page) =>
  page.getByRole('status').locator('div').filter({ hasText: 'A new version of Koi is here.' }).first()

const version = (page: Page) =>
  page
    .getByRole('region', { name: 'About' })
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: /^Version$/ }) })
    .getByRole('definition')

async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Marks the page with a property that a reload removes. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { koiMark: 'old' }))
const isMarked = (page: Page) => page.evaluate(() => 'koiMark' in window)

/** Returns to the page after a quarter of an hour, which triggers a check for a newer release. */
async function resumeLater(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 16 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

// All tests share the releases, which are slow to build.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ server, firstRelease }) => {
  await server.restart({ distDir: firstRelease })
})

test('a newer release is offered, leaves open tabs alone, and runs after a reload, also offline', async ({
  profile,
  server,
  secondRelease,
  allowConsole,
}) => {
  test.slow()
  allowConsole(OFFLINE_NOISE)
  const context = await profile.launch()
  const page = await context.newPage()
  await page.goto('/')
  await untilKept(page)
  const other = await context.newPage()
  await other.goto('/games')
  await expect(other.getByTestId('game-tile').first()).toBeVisible()
  await mark(page)
  await mark(other)

  await server.restart({ distDir: secondRelease })
  await resumeLater(page)
  await expect(prompt(page)).toBeVisible(WITHIN)
  await expect(prompt(other)).toBeVisible()

  await test.step('the old tab keeps working, also on pages it had not opened yet', async () => {
    await walkTo(page, '/rewards')
    await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
    await walkTo(page, '/settings')
    await expect(version(page)).not.toContainText('second')
    expect(await isMarked(page)).toBe(true)
  })

  await test.step('"Later" hides the offer', async () => {
    await prompt(other).getByRole('button', { name: 'Later' }).click()
    await expect(prompt(other)).toHaveCount(0)
  })

  await test.step('the tab that accepts runs the newer release', async () => {
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect(version(page)).toContainText('second')
    expect(await isMarked(page)).toBe(false)
    await expect(prompt(page)).toHaveCount(0)
  })

  await test.step('the other tab gets the offer, keeps working, and follows when its player accepts', async () => {
    await expect(prompt(other)).toBeVisible()
    expect(await isMarked(other)).toBe(true)
    await walkTo(other, '/gift')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await walkTo(other, '/settings')
    await expect(version(other)).not.toContainText('second')
    await prompt(other).getByRole('button', { name: 'Reload' }).click()
    await expect(version(other)).toContainText('second')
  })

  await test.step('the newer release opens cold and offline', async () => {
    await profile.close()
    await server.kill()
    const later = await (await profile.launch()).newPage()
    await later.goto('/settings')
    await expect(version(later)).toContainText('second')
  })
})

test("an old tab whose caches were deleted loads its code from the server's archive", async ({
  page,
  server,
  secondRelease,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  await page.goto('/')
  await untilKept(page)
  await mark(page)
  const asked: { url: string; status: number }[] = []
  page.on('response', (response) => {
    if (response.url().includes('/assets/')) asked.push({ url: response.url(), status: response.status() })
  })
  await server.restart({ distDir: secondRelease })
  await emptyCaches(page)
  await walkTo(page, '/rewards')
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
  await walkTo(page, '/settings')
  await expect(version(page)).not.toContainText('second')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(({ status }) => status !== 200)).toEqual([])
  expect(await isMarked(page)).toBe(true)
})

test('an old tab whose code is gone everywhere loads the newer release, once', async ({
  page,
  server,
  secondRelease,
  releaseFolder,
  allowConsole,
}) => {
  allowConsole(
    OFFLINE_NOISE,
    statusNoise(404),
    /Failed to fetch dynamically imported module|Unable to preload CSS/,
  )
  await page.goto('/')
  await untilKept(page)
  const bare = join(releaseFolder, 'second-without-archive')
  await cp(secondRelease, bare, { recursive: true })
  await rm(join(bare, 'previous'), { recursive: true, force: true })
  await server.restart({ distDir: bare })
  await emptyCaches(page)
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await walkTo(page, '/settings')
  await expect(version(page)).toContainText('second', WITHIN)
  expect(loads).toBe(1)
})

test('a build that withdraws the worker removes the worker and its caches, and the app works', async ({
  page,
  server,
  withdrawnRelease,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  await page.goto('/games')
  await untilKept(page)
  await server.restart({ distDir: withdrawnRelease })
  // The old worker still answers. Its page checks for a newer one at once.
  await page.reload()
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).filter((name) => name.startsWith('koi-')),
    }))
  await expect.poll(() => left().catch(() => 'navigating'), WITHIN).toEqual({ workers: 0, caches: [] })
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await page.goto('/settings')
  await expect(version(page)).toContainText('withdrawn')
  await expect(page.getByText('Koi is installed')).toHaveCount(0)
  expect(await left()).toEqual({ workers: 0, caches: [] })
})
