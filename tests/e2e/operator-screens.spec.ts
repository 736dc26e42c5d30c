import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { act } from '#contract/operator/actions.ts'
import { getToday } from '#contract/operator/today.ts'
import { test, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { serveConsole, type ConsoleServer } from '../support/operator-console.ts'
import { sidewaysOverflow } from '../support/app-pages.ts'
import { sessionOf } from '../support/operator-fixtures.ts'
import { LANGUAGES, violations } from '../support/screen-checks.ts'

test.use({ ...WITHOUT_WORKER, hasTouch: false })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

const SCREENS = [
  '/',
  '/players',
  '/players/1001',
  '/players/1001?tab=payments',
  '/players/1001?tab=movements',
  '/players/1001?tab=bets',
  '/players/1001?tab=rewards',
  '/withdrawals',
  '/withdrawals/902',
  '/games',
  '/games/dice',
  '/promotions',
  '/promotions?tab=codes',
  '/proposals',
  '/providers',
  '/chains',
  '/audit',
  '/operators',
]

let desk: ConsoleServer
test.beforeAll(async () => {
  desk = await serveConsole(process.env['KOI_DIST_DIR'] ?? 'dist')
})
test.afterAll(() => desk.close())

/** Begins a session of a role in the tab. */
async function enter(page: Page, role: Parameters<typeof sessionOf>[0] = 'owner', language = 'en-US') {
  await page.addInitScript(
    ([stored, locale]) => {
      localStorage.setItem('language', locale)
      if (sessionStorage.getItem('entered') !== null) return
      sessionStorage.setItem('entered', '1')
      sessionStorage.setItem('operator_session', stored)
    },
    [JSON.stringify({ ...sessionOf(role), token: role }), language] as const,
  )
}

async function open(page: Page, address: string) {
  await page.goto(`${desk.origin}/operator${address}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

for (const language of LANGUAGES) {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
    test(`every screen of the console is accessible and fits, ${size}, ${language}`, async ({ page }) => {
      test.setTimeout(240_000)
      await page.setViewportSize(viewport)
      await enter(page, 'owner', language)
      for (const address of SCREENS) {
        await open(page, address)
        expect.soft(await violations(page, ['dark', 'light']), address).toEqual([])
        expect.soft(await sidewaysOverflow(page), `${address} sideways`).toBeLessThanOrEqual(0)
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        await expect.soft
          .poll(() => sidewaysOverflow(page), { message: `${address} at 200%` })
          .toBeLessThanOrEqual(0)
      }
    })
  }
}

test('an operator finds a player with the keyboard alone', async ({ page }) => {
  await page.setViewportSize(DESK)
  await enter(page)
  await open(page, '/players')
  const grid = page.getByRole('grid', { name: 'Players' })
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search players' })).toBeFocused()
  await page.keyboard.type('lotus')
  await expect(grid.getByRole('row')).toHaveCount(16)
  await expect(page).toHaveURL(/search=lotus/)
  const first = grid.getByRole('row').nth(1)
  while (!(await first.evaluate((row) => row === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Player 1011' })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})

test('a long table loads its pages as it is scrolled, and exports all of them', async ({ page }) => {
  await page.setViewportSize(DESK)
  await enter(page)
  await open(page, '/players')
  const grid = page.getByRole('grid', { name: 'Players' })
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^koi-players-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(121)
  expect(text).toContain("'=SUM(A1)")
  await grid.getByRole('row').nth(1).focus()
  const last = grid.getByRole('gridcell', { name: '1120', exact: true })
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('120 rows')).toBeVisible()
})

test('a role sees only its screens, and is told what it may not', async ({ page, allowConsole }) => {
  allowConsole(statusNoise(403))
  await page.setViewportSize(DESK)
  await enter(page, 'support')
  await open(page, '/')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText([/Today/, /Players/, /Games/, /Promotions/])
  await page.goto(`${desk.origin}/operator/chains`)
  await expect(page.getByRole('heading', { name: 'Not for your role' }).first()).toBeVisible()
})

test('a session that ends leads to the log-in, says why, and comes back', async ({ page, allowConsole }) => {
  allowConsole(statusNoise(401))
  await page.setViewportSize(DESK)
  await enter(page)
  await open(page, '/games')
  desk.answerInstead(getToday, {
    status: 401,
    body: { code: 'unauthorized', message: 'ended', result: { isLogin: true } },
  })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByText('The server has ended your session')).toBeVisible()
  desk.answerInstead(getToday, undefined)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
})

test('an action asks for its reason, and says that another must agree', async ({ page }) => {
  await page.setViewportSize(DESK)
  await enter(page)
  await open(page, '/promotions')
  await page.getByRole('button', { name: 'Create a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a code' })
  await dialog.getByLabel('Name').fill('Spring mail')
  await dialog.getByLabel('Amount for each player').fill('5')
  await dialog.getByLabel('How many players can use it').fill('1000')
  await dialog.getByRole('button', { name: 'Create the code' }).click()
  await expect(dialog.getByText('Say why. Others will read it in the log.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The mail of March')
  await dialog.getByRole('button', { name: 'Create the code' }).click()
  await expect(page.getByText('another operator must agree')).toBeVisible()
  const sent = desk.calls.findLast(({ name }) => name === `POST ${act.path}`)?.body
  expect(sent).toMatchObject({
    action: 'code create',
    words: [],
    options: { name: 'Spring mail', money: '5', coin: 'usdt-tron', uses: '1000' },
    why: 'The mail of March',
  })
})

test('the invitation leaves the address, and names who is invited', async ({ page }) => {
  await page.goto(`${desk.origin}/operator/join#sXq0cH3wYk2mVb8NfLr5tUe7pZa9dGi1jOu4xQw6hCs`)
  await expect(page.getByText('Jun')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('button', { name: 'Make a passkey and join' })).toBeEnabled()
})

test('nothing of the console is loaded by a player', async ({ page, server, allowConsole }) => {
  allowConsole(WORKER_BLOCKED)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A live connection stays open, so the network is never idle.
  await page.waitForTimeout(3_000)
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.filter((path) => path.includes('operator'))).toEqual([])
})
