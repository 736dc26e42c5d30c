import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage, sidewaysOverflow } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test, title } from '../support/journey-players.ts'
import { violations } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => {
  allowConsole(WORKER_BLOCKED)
  // The page of an ended link, its picture, and the answer about it.
  allowConsole(/status of 404 .*\/(?:w|linked-wins)\//)
})

test('a player shows a big win by a link, strangers check it, and the player ends the link', async ({
  page,
  browser,
  server,
  newPlayer,
  guard,
}) => {
  test.setTimeout(120_000)
  const player = await newPlayer()
  const { token } = player
  const rotate = async () => {
    const seeds = { method: 'GET', token }
    const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', seeds)
    await callApi(server, '/seeds', { token, body: { clientSeed: 'mine', nextServerSeedHash } })
  }
  const betOnce = async () => {
    const bet = { game: 'limbo', coin: 'usdt-tron', stake: '2', params: { target: 1_000 } }
    const body = { ...bet, idempotencyKey: randomUUID() }
    return (await callApi<{ bet: { id: string; payout: string } }>(server, '/bets', { token, body })).bet
  }
  await rotate()
  let win = await betOnce()
  // One in ten pays ten times the stake.
  while (win.payout !== '20') win = await betOnce()
  await beginLoggedIn(page, player)
  await openPage(page, `/history?coin=usdt-tron&game=limbo&bet=${encodeURIComponent(`"${win.id}"`)}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Make a link' }).click()
  const link = sheet.getByText(/\/w\/[\w-]{22}$/)
  const address = new URL((await link.textContent()) ?? '').pathname
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  const context = await browser.newContext({ ...WITHOUT_WORKER, baseURL: server.origin })
  guard(context)
  const stranger = await context.newPage()
  const picture = await stranger.request.get(`${server.origin}${address}.jpg`)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await openPage(stranger, address)
  await expect(title(stranger)).toHaveText('20.00 USDT')
  await expect(main(stranger).getByText('Sealed before the bet')).toBeVisible()
  await rotate()
  // The server keeps an answer for a second.
  await expect(async () => {
    await openPage(stranger, address)
    await expect(main(stranger).getByText('Verified on this device')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  for (const width of [390, 1280]) {
    await stranger.setViewportSize({ width, height: 844 })
    expect(await sidewaysOverflow(stranger)).toBe(0)
    expect(await violations(stranger, ['dark', 'light'])).toEqual([])
  }

  await button(page, 'End the link').click()
  await expect(sheet.getByRole('button', { name: 'Make a link' })).toBeVisible()
  await expect(async () => {
    await openPage(stranger, address)
    await expect(title(stranger)).toHaveText('This link leads nowhere', { timeout: 2_000 })
  }).toPass()
  expect((await stranger.request.get(`${server.origin}${address}.jpg`)).status()).toBe(404)
  await context.close()
})
