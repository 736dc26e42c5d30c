import { expect, type Page } from '@playwright/test'
import { OFFLINE_NOISE, test } from '../support/fixtures.ts'
import { rewriteSaved, untilKept } from '../support/offline-state.ts'

const HOUR_MS = 60 * 60_000
// Chromium asks for a favicon when a test opens an answer of the API as a page.
const ICON = /favicon\.ico/

const offlineBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline' })

test.describe('storage in IndexedDB', () => {
  const refusals: Record<string, () => void> = {
    'with an error': () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
    'by not being there': () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    },
    'by never answering': () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    },
    'because the disk is full': () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  }
  for (const [how, refuse] of Object.entries(refusals)) {
    test(`fails ${how}, and the app works and Settings says so`, async ({ page }) => {
      await page.addInitScript(refuse)
      await page.goto('/')
      await expect(page.getByTestId('game-tile').first()).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)

      await page.goto('/settings#storage')
      const storage = page.getByRole('region', { name: 'Storage' })
      await expect(storage).toContainText('This browser does not let Koi save data')
      await expect(storage).toContainText('Only until you close Koi')
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    })
  }

  test('works, and Settings says nothing about it', async ({ page }) => {
    await page.goto('/settings')
    const storage = page.getByRole('region', { name: 'Storage' })
    await expect(storage).toContainText('On this device')
    await expect(storage).not.toContainText('This browser does not let Koi save data')
  })
})

test.describe('saved data', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(ICON, OFFLINE_NOISE))

  /** Visits once, changes the saved data while no page of the app is open, and stops the server. */
  async function visitAndChange(
    page: Page,
    server: { kill(): Promise<void> },
    change: 'age' | 'garble' | 'break',
    ageMs?: number,
  ): Promise<void> {
    await page.goto('/')
    await untilKept(page)
    await page.goto('/api/health')
    await rewriteSaved(page, change, ageMs)
    await server.kill()
    await page.goto('/')
  }

  test('is shown with its time when it is 23 hours old', async ({ page, server }) => {
    await visitAndChange(page, server, 'age', 23 * HOUR_MS)
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
    const time = await page.evaluate((age) => {
      const at = new Date(Date.now() - age)
      const isToday = at.toDateString() === new Date().toDateString()
      return isToday ? '' : new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(at)
    }, 23 * HOUR_MS)
    await expect(offlineBanner(page)).toContainText(`Last saved: ${time}`)
  })

  test('is not shown when it is 25 hours old', async ({ page, server }) => {
    await visitAndChange(page, server, 'age', 25 * HOUR_MS)
    await expect(offlineBanner(page)).toContainText('nothing saved is recent enough')
    await expect(page.getByRole('main')).toContainText('You are offline')
    await expect(page.getByTestId('game-tile')).toHaveCount(0)
  })

  for (const change of ['garble', 'break'] as const) {
    test(`is ignored when it is ${change === 'garble' ? 'unreadable' : 'against the contract'}`, async ({
      page,
      server,
    }) => {
      await visitAndChange(page, server, change)
      await expect(offlineBanner(page)).toContainText('nothing saved is recent enough')
      await expect(page.getByTestId('game-tile')).toHaveCount(0)
      await server.restart()
      await page.reload()
      await expect(page.getByTestId('game-tile').first()).toBeVisible()
      await expect(offlineBanner(page)).toHaveCount(0)
      // Its replacement is valid again.
      await untilKept(page)
    })
  }

  test('can be cleared, and the screen loads it again', async ({ page }) => {
    await page.goto('/games/dice')
    await expect(page.getByRole('heading', { level: 1, name: 'Dice' })).toBeVisible()
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Clear saved data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('Saved data cleared')).toBeVisible()
    await page.goto('/')
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
    await expect(page.getByTestId('continue')).toHaveCount(0)
  })
})
