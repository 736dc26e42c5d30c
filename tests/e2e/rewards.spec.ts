import { expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { callApi, type JourneyPlayer } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import type { KoiServer } from '../support/koi-server.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** 100 USDT at a house edge of 1%, from another device of the player. */
async function bet(server: KoiServer, { token }: JourneyPlayer): Promise<void> {
  const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', {
    method: 'GET',
    token,
  })
  await callApi(server, '/seeds', { token, body: { clientSeed: 'koi', nextServerSeedHash } })
  const body = { game: 'limbo', coin: 'usdt-tron', stake: '100', params: { target: 200 } }
  await callApi(server, '/bets', { token, body: { ...body, idempotencyKey: randomUUID() } })
}

test('a player claims rakeback, which has grown on the open page, and the gift of a level', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/rewards')
  const rakeback = main(page).getByRole('region', { name: 'Rakeback to claim' })
  const level = main(page).getByRole('region', { name: 'Level' })
  await expect(rakeback.getByRole('button', { name: 'Claim now' })).toBeDisabled()
  await expect(level).toContainText('80.00 XP to LV.2')

  await bet(server, player)
  await expect(rakeback).toContainText('0.0525 USDT')
  await expect(level).toContainText('220.00 XP to LV.3')
  await rakeback.getByText('How this is worked out').click()
  await expect(rakeback).toContainText('$1.00 × 5.25% = 0.0525 USDT')
  await rakeback.getByRole('button', { name: 'Claim now' }).click()
  await expect(page.getByText('0.0525 USDT added to your balance')).toBeVisible()
  await expect(rakeback).toContainText('0.0000 USDT')
  await expect(rakeback.getByRole('button', { name: 'Claim now' })).toBeFocused()

  await expect(level).toContainText('Your gift for LV.2')
  await level.getByRole('button', { name: 'Claim the gift' }).click()
  await expect(page.getByText('0.05 USDT added to your balance')).toBeVisible()
  await expect(level).toContainText('So far in the gift of LV.3')
  // Its button is gone.
  await expect(level).toBeFocused()

  await openPage(page, '/history?view=money')
  await expect(main(page)).toContainText('Level gift')
  await expect(main(page)).toContainText('Rakeback')
})
