import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startDemoProvider } from '../../scripts/lib/demo-provider.mjs'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { callApi } from '../support/account-api.ts'
import { gameTiles, openPage, sidewaysOverflow } from '../support/app-pages.ts'
import { OFFLINE_NOISE, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test as journeys, title } from '../support/journey-players.ts'
import type { Open } from '../support/keeper.ts'
import { startKoiServer, TEMPLATE_VARIABLE, type KoiServer } from '../support/koi-server.ts'
import { violations } from '../support/screen-checks.ts'

/** The product with its test provider, as `npm start` has it. */
const openServer: Open<KoiServer> = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-provider-'))
  const template = process.env[TEMPLATE_VARIABLE]
  if (template !== undefined) await cp(template, dataDir, { recursive: true })
  const port = await freePort()
  const { url, child } = await startDemoProvider({
    operator: `http://127.0.0.1:${port}`,
    env: { DATA_DIR: dataDir, KOI_DEMO_PROVIDER_PORT: '0' },
  })
  const server = await startKoiServer({ dataDir, port, env: { TRUST_PROXY: '1', KOI_DEMO_PROVIDER: url } })
  return {
    value: server,
    async close() {
      await server.stop()
      child.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
const test = journeys.extend({ server: async ({ keep }, use) => use(await keep(openServer)) })
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const SLOT = '/games/by/koi-demo/lantern-river'
const frameOf = (page: Page) => page.getByTestId('provider-frame').contentFrame()
const notice = (page: Page) => page.getByTestId('frame-notice')

test('a player finds a game of another provider, plays a round, and finds it in the history', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(90_000)
  // Axe asks each frame whether it may look into it.
  allowConsole(/Failed to execute 'postMessage' on 'DOMWindow'/)
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/games?category=slots')
  await expect(gameTiles(page)).toHaveText([/Pond Reels/, /Lantern River/])
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await gameTiles(page).nth(1).click()
  await expect(title(page)).toHaveText('Lantern River')
  await expect(main(page)).toContainText(
    'Koi cannot verify results of this game: they are drawn by Demo Studio.',
  )
  await expect(page.getByLabel('Play with')).toHaveValue('usdt-tron')
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await main(page).getByRole('link', { name: 'Play', exact: true }).click()

  await expect(page).toHaveURL(/\/play\?coin=usdt-tron/)
  const balance = page.getByTestId('play-balance')
  await expect(balance).toContainText('1,000.00')
  await frameOf(page).getByRole('button', { name: 'Spin' }).click()
  await expect(balance).not.toContainText('1,000.00')
  await expect(page.getByTestId('session-net')).toHaveText(/^[+−]\d/, { timeout: 15_000 })
  expect(await sidewaysOverflow(page)).toBe(0)
  // The bar comes before the frame, and the way back to it after.
  await button(page, 'Leave the game').focus()
  await expect(page.getByTestId('provider-frame')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-forms allow-same-origin',
  )
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await button(page, 'Leave the game').click()
  await expect(title(page)).toHaveText('Lantern River')
  await main(page).getByRole('link', { name: 'Rounds with other providers' }).click()
  const row = main(page).getByRole('list').getByRole('button').first()
  await expect(row).toContainText('Lantern River')
  await expect(row).toContainText('Demo Studio')
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Lantern River' })
  await expect(sheet).toContainText('Koi cannot verify this result')
  await expect(sheet.getByRole('button', { name: 'Copy the number' })).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
})

test('a visitor finds a game by its name, tries it, and is led to log in for money', async ({ page }) => {
  await openPage(page, '/games?q=lotus')
  await expect(gameTiles(page)).toHaveText([/Lotus Wheel/])
  await gameTiles(page).click()
  await expect(main(page).getByRole('link', { name: /^Play/ })).toHaveAttribute('href', /^\/accout\?from=/)
  await main(page).getByRole('link', { name: 'Try without money' }).click()
  await expect(frameOf(page).getByText('Demo coins')).toBeVisible()
  await expect(page.getByTestId('play-balance')).toHaveCount(0)
  await openPage(page, '/games/by/koi-demo/lotus-wheel/play?coin=usdt-tron')
  await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  await openPage(page, '/games?group=provider')
  await expect(main(page).getByRole('region', { name: 'Demo Studio' }).getByTestId('game-tile')).toHaveCount(
    3,
  )
})

test('a frame that sends nothing and a lost connection are told', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE, /Failed to execute 'postMessage' on 'DOMWindow'/)
  test.setTimeout(60_000)
  await beginLoggedIn(page, await newPlayer())
  await page.clock.install()
  let isHeld = true
  await page.route(
    (url) => url.origin !== server.origin,
    (route) => (isHeld ? undefined : route.continue()),
  )
  await openPage(page, SLOT)
  await main(page).getByRole('link', { name: 'Play', exact: true }).click()
  await expect(page.getByTestId('provider-frame')).toBeAttached()
  await page.clock.fastForward(11_000)
  await expect(notice(page)).toContainText('The game does not load')
  isHeld = false
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await expect(frameOf(page).getByRole('button', { name: 'Spin' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(notice(page)).toContainText('You are offline')
  await page.context().setOffline(false)
  await page.clock.runFor(5_000)
  await expect(notice(page)).toHaveCount(0)
})

test('a round that is left open is told, and a break ends the game at once', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await page.route('**/api/provider-rounds*', async (route) => {
    const now = new Date().toISOString()
    const round = { provider: 'koi-demo', providerName: 'Demo Studio', code: 'lantern-river', round: 'r-1' }
    const open = { name: { 'en-US': 'Lantern River' }, coin: 'usdt-tron', staked: '1', paid: '0' }
    const rounds = [{ id: '1', ...round, ...open, openedAt: now, closedAt: null }]
    await route.fulfill({ json: { data: { rounds, next: null } } })
  })
  await openPage(page, SLOT)
  await expect(main(page)).toContainText('A round with 1.00 USDT is open')
  await main(page).getByRole('link', { name: 'Continue' }).click()
  await expect(frameOf(page).getByRole('button', { name: 'Spin' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('A round of Lantern River is still open')).toBeVisible()

  await page.goForward()
  await expect(frameOf(page).getByRole('button', { name: 'Spin' })).toBeVisible()
  await callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } })
  // As another tab tells it, in which the break has begun.
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'play_break' })))
  await expect(title(page)).toHaveText('You are taking a break')
  await expect(page.getByTestId('provider-frame')).toHaveCount(0)
  await openPage(page, SLOT)
  await expect(main(page).getByRole('link', { name: 'Try without money' })).toHaveCount(0)
})
