import { expect } from '@playwright/test'
import { IS_CORE } from '../core.ts'
import {
  APP_PAGES,
  forgetVisits,
  gameTiles,
  openPage,
  tabBar,
  topBar,
  type AppPage,
} from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

type Page = Parameters<typeof openPage>[0]

declare global {
  interface Window {
    cspViolations?: string[]
  }
}

/** Collects failed requests, refused requests and violations of the content security policy from now on. */
async function watchTrouble(page: Page) {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {}
    // Leaving a page cancels its open requests.
    if (errorText !== 'net::ERR_ABORTED') failed.push(`${errorText} ${request.url()}`)
  })
  page.on('response', (response) => {
    // The server answers an unknown address with the app and status 404.
    const isMissingPage = response.status() === 404 && new URL(response.url()).pathname === '/no/such/page'
    if (response.status() >= 400 && !isMissingPage) failed.push(`${response.status()} ${response.url()}`)
  })
  await page.addInitScript(() => {
    window.cspViolations = []
    document.addEventListener('securitypolicyviolation', (event) => {
      window.cspViolations?.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`)
    })
  })
  return async () => [...failed, ...((await page.evaluate(() => window.cspViolations)) ?? ['no listener'])]
}

async function expectPage(page: Page, { path, title, heading, tab }: AppPage): Promise<void> {
  await expect(page).toHaveTitle(`${title} · Koi`)
  await expect(page).toHaveURL(path)
  // On money screens the practice tag is part of the heading.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^${heading.replace(/[?.]/g, String.raw`\$&`)}(?:Practice)?$`),
  )
  const backArrow = topBar(page).getByRole('link', { name: 'Back to the lobby' })
  if (tab === undefined) {
    await expect(tabBar(page)).toHaveCount(0)
    await expect(backArrow).toBeVisible()
  } else {
    await expect(backArrow).toHaveCount(0)
    await expect(tabBar(page).locator('[data-current]')).toHaveCount(1)
    await expect(
      tabBar(page)
        .locator('[data-current]')
        .and(
          tabBar(page)
            .getByRole('link', { name: tab })
            .or(tabBar(page).getByRole('button', { name: tab })),
        ),
    ).toBeVisible()
  }
}

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test.describe('every address of Koi', () => {
  const third = Math.ceil(APP_PAGES.length / 3)
  for (const [part, pages] of [
    ['first', APP_PAGES.slice(0, third)],
    ['second', APP_PAGES.slice(third, 2 * third)],
    ['third', APP_PAGES.slice(2 * third)],
  ] as const) {
    test(`the ${part} third opens by deep link on a first visit${IS_CORE ? '' : ', and by reload'}`, async ({
      page,
    }) => {
      test.slow()
      const trouble = await watchTrouble(page)
      for (const appPage of pages) {
        await test.step(appPage.path, async () => {
          await openPage(page, appPage.path)
          await expectPage(page, appPage)
          if (!IS_CORE) {
            await page.reload()
            await expectPage(page, appPage)
          }
          expect.soft(await trouble(), appPage.path).toEqual([])
          await forgetVisits(page)
        })
      }
    })
  }

  test('/account redirects to /accout, and the back button skips it', async ({ page }) => {
    await openPage(page, '/')
    await page.goto('/account')
    await expect(page).toHaveURL('/accout')
    await expect(page).toHaveTitle('Account · Koi')
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('an unknown game says so and links to all games', async ({ page, allowConsole }) => {
    allowConsole(/status of 404/)
    await openPage(page, '/games/no-such-game')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game not found')
    await page.getByRole('link', { name: 'All games' }).click()
    await expect(page).toHaveURL('/games')
  })

  test('the not-found page links to the lobby', async ({ page }) => {
    await openPage(page, '/no/such/page')
    await page.getByRole('main').getByRole('link', { name: 'Go to the lobby' }).click()
    await expect(page).toHaveTitle('Lobby · Koi')
  })

  test('arrow and logo replace the page with the lobby', async ({ page }) => {
    await openPage(page, '/settings')
    await page.getByRole('link', { name: /^Counter/ }).click()
    await expect(page).toHaveTitle('Counter · Koi')
    await topBar(page).getByRole('link', { name: 'Back to the lobby' }).click()
    await expect(page).toHaveTitle('Lobby · Koi')
    await page.goBack()
    await expect(page).toHaveTitle('Settings · Koi')
  })
})

test('the lobby loads no code of other pages or panels', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.resourceType() === 'stylesheet')
      scripts.push(new URL(request.url()).pathname)
  })
  const trouble = await watchTrouble(page)
  await openPage(page, '/')
  await expect(gameTiles(page).first()).toBeVisible()
  // Also counts the code for games, coins and menus, which loads in the background. The code of panels loads
  // 1.5 s later.
  await expect.poll(() => scripts.some((path) => path.startsWith('/assets/later-'))).toBe(true)
  expect(await trouble()).toEqual([])
  const asked = await page.evaluate(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const preparedAt = (page?.loadEventStart ?? Number.NaN) + 1_500
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < preparedAt)
      .map(({ name }) => new URL(name).pathname)
  })
  const isOf = (names: readonly string[]) => (path: string) =>
    names.some((name) => path.startsWith(`/assets/${name}-`))
  expect(asked.length).toBeGreaterThan(3)
  expect(scripts.filter(isOf(APP_PAGES.flatMap(({ chunk }) => chunk ?? [])))).toEqual([])
  const panels = ['later', 'wallet', 'CoinsDialog', 'DepositDialog', 'WalletDialog', 'InstallPanel']
  expect(asked.filter(isOf(panels))).toEqual([])

  await page.goto('/counter')
  await expect(page).toHaveTitle('Counter · Koi')
  expect(scripts.some((path) => path.startsWith('/assets/counter-'))).toBe(true)
})
