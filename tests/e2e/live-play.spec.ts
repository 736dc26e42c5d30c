import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { callApi, registerPlayer, type JourneyPlayer } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, main, test as base } from '../support/journey-players.ts'
import { opensServer, type KoiServer } from '../support/koi-server.ts'
import { violations } from '../support/screen-checks.ts'

/** Needs a server where no other test bets. */
const openServer = opensServer({ TRUST_PROXY: '1' })
const test = base.extend({ server: async ({ keep }, use) => use(await keep(openServer)) })

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** The name that is made from a player's public number. */
const MADE_NAME = /^Dice[A-Z][a-z]+ Koi \d{4} · 3\.00 USDT staked/

const part = (page: Page) => main(page).getByRole('region', { name: 'Bets of all players' })
const rows = (page: Page) => part(page).getByRole('tabpanel').getByRole('listitem')
const choose = (page: Page, tab: string) => part(page).getByRole('tab', { name: tab, exact: true }).click()

async function beginSeeds(server: KoiServer, { token }: JourneyPlayer) {
  const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', {
    method: 'GET',
    token,
  })
  await callApi(server, '/seeds', { token, body: { clientSeed: 'koi', nextServerSeedHash } })
}
const bet = (server: KoiServer, { token }: JourneyPlayer, stake: string) =>
  callApi(server, '/bets', {
    token,
    body: {
      idempotencyKey: randomUUID(),
      game: 'dice',
      coin: 'usdt-tron',
      stake,
      params: { side: 'over', target: 200 },
    },
  })

test('the live feed starts empty, shows bets as they are made, and names players by a number unless they wish otherwise', async ({
  page,
  browser,
  server,
  guard,
}) => {
  const player = await registerPlayer(server, 'watched@koi.example')
  await beginSeeds(server, player)
  await openPage(page, '/')
  await part(page).scrollIntoViewIfNeeded()
  await expect(part(page)).toContainText('No bets right now. They show up here as they are made.')
  await expect(part(page).getByRole('tab')).toHaveText(['Live bets', 'Big wins', 'Leaders'])
  for (const tab of ['Big wins', 'Leaders']) {
    await choose(page, tab)
    await expect(part(page)).toContainText('No bets yet')
    await part(page).locator('label').filter({ hasText: '7 days' }).click()
    await expect(part(page)).toContainText('No bets yet')
  }

  await choose(page, 'Live bets')
  await bet(server, player, '3')
  await expect(rows(page)).toHaveText([MADE_NAME])
  // Not a live region: a screen reader must not announce the bets of others.
  expect(await part(page).locator('[aria-live], [role="status"], [role="log"]').count()).toBe(0)
  await callApi(server, '/user/profile', {
    method: 'PUT',
    token: player.token,
    body: { nickname: 'Kai', shownAs: 'nickname' },
  })
  await bet(server, player, '4')
  await expect(rows(page)).toHaveText([/^DiceKai · 4\.00 USDT staked/, MADE_NAME])

  // A hidden page stops the stream and catches up when it is shown.
  await page.setViewportSize({ width: 390, height: 480 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(part(page)).not.toBeInViewport()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await bet(server, player, '5')
  await part(page).scrollIntoViewIfNeeded()
  await expect(rows(page).first()).toHaveText(/^DiceKai · 5\.00 USDT staked/)

  // The player's own view on a wide screen: their bets, their choice, the game's figures.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...WITHOUT_WORKER })
  guard(context)
  const own = await context.newPage()
  await beginLoggedIn(own, player)
  await openPage(own, `${server.origin}/games/dice`)
  await expect(main(own).getByText('Bets in 7 days')).toBeVisible()
  await expect(main(own).locator('dl').filter({ hasText: 'Bets in 7 days' })).toContainText('3')
  await choose(own, 'Mine')
  await expect(rows(own)).toHaveCount(3)
  expect(await violations(own, ['dark', 'light'])).toEqual([])
  await openPage(own, `${server.origin}/profile`)
  const choice = main(own).getByRole('radiogroup', { name: 'Your name in public' })
  await expect(choice.getByRole('radio', { name: /^Kai/ })).toBeChecked()
  await choice.getByText('Hidden', { exact: true }).click()
  await expect(choice.getByRole('radio', { name: /^Hidden/ })).toBeChecked()
  await expect(own.getByText('Saved')).toBeVisible()
  await context.close()

  // With the name hidden again, their bets are public nowhere.
  await openPage(page, '/games/hilo')
  await expect(part(page)).toContainText('No bets right now')
  await expect(main(page).locator('dl').filter({ hasText: 'Bets in 7 days' })).toContainText('No bets yet')
  await openPage(page, '/')
  await part(page).scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveText([/Hidden · 5\.00/, /Hidden · 4\.00/, /Hidden · 3\.00/])
  await choose(page, 'Leaders')
  await expect(part(page)).not.toContainText('Kai')
})
