import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, logInElsewhere, logOut, test } from '../support/journey-players.ts'
import { keptBy, untilAnswersKept } from '../support/offline-state.ts'
import { expectFits, LANGUAGES, openScreen, violations } from '../support/screen-checks.ts'

const balance = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Balance/ })
const popup = (page: Page) => page.getByRole('dialog', { name: 'Your coins' })
const row = (page: Page, text: string) => popup(page).getByRole('listitem').filter({ hasText: text })

test.describe('the balance in the top bar', () => {
  test.use(WITHOUT_WORKER)
  test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

  test('is the player’s own, in the coin that was chosen, and disappears at log-out', async ({
    page,
    newPlayer,
  }) => {
    await beginLoggedIn(page, await newPlayer())
    await openPage(page, '/games')
    await expect(balance(page)).toHaveAccessibleName('Balance 1,000.00 USDT, show coins')
    await balance(page).click()
    await expect(row(page, 'USDTTRON')).toHaveText('USDTTRON1,000.00$1,000.00')
    await expect(row(page, 'USDTTRON').getByRole('button', { pressed: true })).toBeVisible()
    await expect(popup(page).getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(popup(page)).toContainText('Balances as of')

    await popup(page).getByRole('switch', { name: 'Hide small balance' }).check()
    await expect(popup(page)).toContainText('Small means worth less than $1.00')
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    await popup(page).getByRole('switch', { name: 'Hide small balance' }).uncheck()

    await row(page, 'BONK').getByRole('button').click()
    await expect(popup(page)).toBeHidden()
    await expect(balance(page)).toHaveAccessibleName('Balance 0.00 BONK, show coins')
    await page.reload()
    await expect(balance(page)).toHaveAccessibleName('Balance 0.00 BONK, show coins')
    await balance(page).click()
    await expect(row(page, 'BONK').getByRole('button', { pressed: true })).toBeVisible()

    await expect.poll(async () => (await keptBy(page)).answers).toContain('/balances')
    await logOut(page)
    await expect(balance(page)).toHaveAccessibleName('Balance 0.00 USDT, log in with a wallet')
    await openPage(page, '/?panel=coins')
    await expect(row(page, 'USDTTRON')).toHaveText('USDTTRON0.00$0.00')
    await expect(popup(page)).toContainText('You are not logged in')
    await expect.poll(async () => (await keptBy(page)).answers).not.toContain('/balances')
  })

  test('shows at once what happens on another device', async ({ page, newPlayer, server }) => {
    const player = await newPlayer()
    await beginLoggedIn(page, player)
    const followed = page.waitForResponse((response) => /\/api\/live\?.*balances/.test(response.url()))
    await openPage(page, '/games')
    await expect(balance(page)).toHaveAccessibleName('Balance 1,000.00 USDT, show coins')
    await followed
    const token = await logInElsewhere(server, player)
    const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', {
      method: 'GET',
      token,
    })
    await callApi(server, '/seeds', { token, body: { clientSeed: 'elsewhere', nextServerSeedHash } })
    const bet = { idempotencyKey: randomUUID(), coin: 'usdt-tron', game: 'mines', stake: '250' }
    await callApi(server, '/bets', { token, body: { ...bet, params: { mines: 3 } } })
    // No reload, no focus and no request: the stream delivers it.
    await expect(balance(page)).toHaveAccessibleName('Balance 750.00 USDT, show coins')
  })

  test('shows locked and pending amounts', async ({ page, newPlayer }) => {
    await page.route('**/api/balances', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: { coin: string }[] }
      const held = { available: '12345678.999999', locked: '18.5', pending: '48' }
      const changed = data.map((each) => (each.coin === 'usdt-tron' ? { ...each, ...held } : each))
      await route.fulfill({ response, json: { data: changed } })
    })
    // Blocks the stream, which would deliver the real amounts.
    await page.route('**/api/live?*', () => {})
    await beginLoggedIn(page, await newPlayer())
    await openPage(page, '/games')
    await expect(balance(page)).toHaveAccessibleName('Balance 12.34M USDT, show coins')
    await balance(page).click()
    await expect(row(page, 'USDTTRON')).toContainText('12,345,678.999999')
    await expect(row(page, 'USDTTRON')).toContainText('18.50 locked')
    await expect(row(page, 'USDTTRON')).toContainText('48.00 pending')
  })

  for (const language of LANGUAGES) {
    test(`axe finds nothing on a player's coins in ${language}, and everything fits`, async ({
      page,
      newPlayer,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((value) => localStorage.setItem('language', value), language)
      await beginLoggedIn(page, await newPlayer())
      await openScreen(page, '/games/dice?panel=coins')
      await expect(page.getByRole('dialog').getByText('1,000.00', { exact: true })).toBeVisible()
      expect.soft(await violations(page, ['dark', 'light'])).toEqual([])
      await expectFits(page, '/games/dice?panel=coins')
    })
  }
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the last known balances are shown with their age', async ({
    page,
    server,
    newPlayer,
    allowConsole,
  }) => {
    allowConsole(OFFLINE_NOISE)
    await beginLoggedIn(page, await newPlayer())
    await openPage(page, '/')
    await untilAnswersKept(page, '/balances', '/coins')
    await server.kill()
    await page.goto('/?panel=coins')
    await expect(row(page, 'USDTTRON')).toHaveText('USDTTRON1,000.00$1,000.00')
    await expect(popup(page)).toContainText('You are offline. Balances as of')
    await expect(page.locator('header').getByText('1,000.00')).toBeVisible()
  })
})
