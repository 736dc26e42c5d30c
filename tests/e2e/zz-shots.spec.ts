import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { openPage } from '../support/app-pages.ts'
import { violations } from '../support/screen-checks.ts'
import { coveredControls } from '../support/play-screen.ts'
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))
for (const [name, width, height, scheme, lang] of [
  ['m-dark-en', 390, 844, 'dark', 'en-US'],
  ['w-light-en', 1280, 800, 'light', 'en-US'],
  ['m-light-zh', 390, 664, 'light', 'zh-CN'],
] as const)
  test(name, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await page.addInitScript((value) => localStorage.setItem('language', value), lang)
    await openPage(page, '/games/crash/play')
    const action = page.getByTestId('crash-action-1')
    await action.waitFor()
    await page.waitForTimeout(800)
    await page.screenshot({ path: `/tmp/shots/${name}-1.png` })
    await action.click()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/shots/${name}-2.png` })
    await page.locator('[data-testid=crash-stage][data-status=running]').waitFor({ timeout: 30_000 })
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/shots/${name}-3.png` })
    console.log(name, await coveredControls(page))
    if ((await action.getAttribute('data-action')) === 'cash-out') await action.click()
    await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/shots/${name}-4.png` })
    await page.locator('[data-testid=crash-stage][data-status=betting]').waitFor({ timeout: 90_000 })
    await page.screenshot({ path: `/tmp/shots/${name}-5.png`, fullPage: true })
    console.log(name, await violations(page, ['dark', 'light']))
    await page.emulateMedia({ colorScheme: scheme })
    await page.getByRole('list').filter({ has: page.locator('a[href^="?round"]') }).getByRole('link').first().click()
    await page.getByTestId('verify-round').click()
    await page.waitForTimeout(900)
    await page.screenshot({ path: `/tmp/shots/${name}-6.png` })
  })
