import { expect, type Page } from '@playwright/test'
import { gameTiles } from '../support/app-pages.ts'
import { statusNoise, test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { untilKept } from '../support/offline-state.ts'

const ADDRESSES = ['/games/100%', '/%', '/nothing/%zz', '/games/%C0%AF/play', '/%E0%A4%A?panel=menu']

async function expectNotFound(page: Page, address: string, status: number): Promise<void> {
  await test.step(address, async () => {
    const response = await page.goto(address)
    expect(response?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page).toHaveTitle('Page not found · Koi')
    // The address stays in the address bar, where the player can correct it.
    expect(await page.evaluate(() => location.pathname)).toBe(new URL(address, page.url()).pathname)
  })
}

async function leave(page: Page): Promise<void> {
  await page.goto('/games/100%')
  await page.getByRole('main').getByRole('link', { name: 'Go to the lobby' }).click()
  await expect(page).toHaveURL('/')
  await expect(gameTiles(page).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
}

test('the service worker answers an address that cannot be decoded with the not-found page', async ({
  page,
}) => {
  await page.goto('/')
  await untilKept(page)
  for (const address of ADDRESSES) await expectNotFound(page, address, 200)
  await leave(page)
})

test.describe('without the worker', () => {
  test.use(WITHOUT_WORKER)

  test('the server answers such an address with the not-found page and status 404', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, statusNoise(404))
    for (const address of ADDRESSES) await expectNotFound(page, address, 404)
    await leave(page)
  })
})
