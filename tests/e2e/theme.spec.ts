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

/** Theme and background at every frame from the first on, each only once. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    window.frames_ = []
    const look = () => {
      // Nothing is painted before there is a body.
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

test('without a choice the theme is the system’s, and follows it at once', async ({ page }) => {
  await openPage(page, '/settings')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
})

test('a choice wins over the system, lasts, and can be taken back', async ({ page }) => {
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

test('another tab’s choice reaches this one', async ({ page, context }) => {
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
  test(`no frame shows another theme: ${stored ?? 'nothing'} stored, ${system} system`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    if (stored) await page.addInitScript((theme) => localStorage.setItem('theme', theme), stored)
    const frames = await watchFrames(page)
    await openPage(page, '/')
    await expectTheme(page, shown)
    expect(await frames()).toEqual([`${shown} ${BACKGROUND[shown]}`])
  })
}
