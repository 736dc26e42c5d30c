import { expect } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { test } from '../support/fixtures.ts'

interface Restored extends Window {
  koiWasKept?: boolean
}

test.use({
  // The headless shell has no back/forward cache and Playwright disables it, but players have it.
  profileOptions: async ({}, use) => {
    const executablePath = findChromium()
    await use({
      ...(executablePath !== undefined && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
  },
})

test('a page is restored as it was after a visit to another document', async ({ profile, allowConsole }) => {
  // Chromium asks for a favicon when a test opens an answer of the API as a page.
  allowConsole(/favicon\.ico/)
  const page = await (await profile.launch()).newPage()
  for (const path of ['/', '/games', '/games/dice', '/settings', '/?panel=menu']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      await page.evaluate(() => {
        window.addEventListener('pageshow', ({ persisted }) => {
          const restored: Restored = window
          restored.koiWasKept = persisted
        })
      })
      await page.goto('/api/openapi.json')
      await page.evaluate(() => history.back())
      // No document answers while the browser switches between two.
      const wasKept = () => page.evaluate(() => (window as Restored).koiWasKept).catch(() => undefined)
      await expect.poll(wasKept).toBe(true)
    })
  }
})
