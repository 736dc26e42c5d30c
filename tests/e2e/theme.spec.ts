import { expect, type Page } from '@playwright/test'
import { choose, openPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

declare global {
  interface Window {
    frames_?: string[]
  }
}

const BACKGROUND = { dark: 'rgb(10, 14, 19)', light: 'rgb(246, 243, 238)' } as const
const BAR = { dark: '#0a0e13', light: '#f6f3ee' } as const

async function expectTheme(page: Page, theme: keyof typeof BACKGROUND): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveCSS('background-color', BACKGROUND[theme])
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', BAR[theme])
}

/** Records theme and background of every frame from the first, each combination once. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    window.frames_ = []
    const look = () => {
      // Nothing is painted before the document has a body.
      if (document.body) {
        const { theme = 'none' } = document.documentElement.dataset
        const frame = `${theme} ${getComputedStyle(document.documentElement).backgroundColor}`
        if (!seen.has(frame)) window.frames_?.push(frame)
        seen.add(frame)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return async () => (await page.evaluate(() => window.frames_)) ?? []
}

test('the theme follows the system at once while the player has not chosen', async ({ page }) => {
  await openPage(page, '/settings')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
})

test('a choice overrides the system, persists, and can be removed', async ({ page }) => {
  await openPage(page, '/settings')
  await choose(page, 'Light')
  await expectTheme(page, 'light')
  await page.reload()
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'light')

  await choose(page, 'System')
  await expectTheme(page, 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('a choice in another tab applies in this tab', async ({ page, context }) => {
  await openPage(page, '/settings')
  const other = await context.newPage()
  await openPage(other, '/settings')
  await choose(other, 'Light')
  await expectTheme(page, 'light')
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
})

for (const [stored, system, shown] of [
  ['light', 'dark', 'light'],
  ['dark', 'light', 'dark'],
  [null, 'light', 'light'],
] as const) {
  test(`no frame shows another theme with ${stored ?? 'nothing'} stored on a ${system} system`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    if (stored) await page.addInitScript((theme) => localStorage.setItem('theme', theme), stored)
    const frames = await watchFrames(page)
    await openPage(page, '/')
    await expectTheme(page, shown)
    expect(await frames()).toEqual([`${shown} ${BACKGROUND[shown]}`])
  })
}
