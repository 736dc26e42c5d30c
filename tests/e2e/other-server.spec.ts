import { expect, type Page } from '@playwright/test'
import { gameTiles } from '../support/app-pages.ts'
import { test } from '../support/fixtures.ts'

/** A captive portal: the network answers every request with its log-in page. */
const LOG_IN_PAGE =
  '<!doctype html><html lang="en"><title>Free WiFi</title><h1>Log in to Free WiFi</h1></html>'

/** Chromium's console message for a worker that it refuses. */
const REFUSED = /No shell: what came is not the page of this build|valid digest in the 'integrity' attribute/

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

const keptShells = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('koi-shell-'))
    const pages = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).match('/'))?.text()),
    )
    return pages.filter((text) => text !== undefined)
  })

/** Returning to the page triggers a check for a worker. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test("a captive portal's page never becomes Koi, and Koi installs once the network is free", async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(REFUSED)
  faultProxy.fail('/', { kind: 'malformed', contentType: 'text/html', body: LOG_IN_PAGE })
  await page.goto(`${faultProxy.origin}/games`)
  await expect(gameTiles(page).first()).toBeVisible()
  // The worker fetches it while it installs.
  await expect.poll(() => faultProxy.requests.includes('GET /')).toBe(true)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
    .toBe(true)
  expect(await isControlled(page)).toBe(false)
  expect(await keptShells(page)).toEqual([])

  await test.step('the next check tries again', async () => {
    faultProxy.clear()
    await comeBack(page)
    await expect.poll(() => isControlled(page)).toBe(true)
    expect(await keptShells(page)).toEqual([expect.stringContaining('<title>Koi</title>')])
    await page.goto(faultProxy.origin)
    await expect(gameTiles(page).first()).toBeVisible()
  })
})

test('a log-in page instead of the script keeps the worker out, whatever its content type', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(REFUSED)
  const rewards = /^\/assets\/rewards-[^/]+\.js$/
  faultProxy.fail(rewards, { kind: 'malformed', contentType: 'text/javascript', body: LOG_IN_PAGE })
  await page.goto(faultProxy.origin)
  const isAsked = () => faultProxy.requests.some((request) => rewards.test(request.replace('GET ', '')))
  await expect.poll(isAsked).toBe(true)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
    .toBe(true)
  expect(await isControlled(page)).toBe(false)

  faultProxy.clear()
  await comeBack(page)
  await expect.poll(() => isControlled(page)).toBe(true)
  await page.goto(`${faultProxy.origin}/rewards`)
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
})
