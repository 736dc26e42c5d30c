import { expect, type Locator, type Page } from '@playwright/test'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, logInElsewhere, test } from '../support/journey-players.ts'
import { betButton, shownBalance } from '../support/play-screen.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const SCREEN = '/games/mines/play?coin=usdt-tron'
const cashOut = (page: Page): Locator => page.getByTestId('cash-out')
const tile = (page: Page, index: number): Locator =>
  page.getByRole('grid', { name: 'Board' }).getByRole('button').nth(index)

/** Starts rounds with one mine until the first tile opened is a gem. Each try costs a dollar and fails once in 25. */
async function openWithGem(page: Page): Promise<void> {
  await openPage(page, SCREEN)
  await page.getByLabel('Mines', { exact: true }).fill('1')
  for (;;) {
    await betButton(page).click()
    await expect(cashOut(page)).toHaveText('Open a tile')
    await tile(page, 0).click()
    await expect(tile(page, 0)).not.toHaveAccessibleName(/hidden$/)
    if (/gem/.test((await tile(page, 0).getAttribute('aria-label')) ?? '')) break
    await expect(betButton(page)).toBeEnabled()
  }
  await expect(cashOut(page)).toContainText('Cash out')
}

test('an open round is still there after back and forward, and after another page', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/games/mines')
  await openWithGem(page)
  const held = await shownBalance(page)
  const offered = await cashOut(page).innerText()
  await page.goBack()
  await expect(page).toHaveURL('/games/mines')
  await page.goForward()
  await expect(cashOut(page)).toHaveText(offered, { useInnerText: true })
  await expect(tile(page, 0)).toHaveAccessibleName(/gem/)
  expect(await shownBalance(page)).toBe(held)
  await cashOut(page).click()
  await expect(page.getByTestId('mines-paid')).toBeVisible()
  await expect.poll(() => shownBalance(page)).toBeGreaterThan(held)
})

test('a player continues a round on another device, and the first device follows', async ({
  page,
  browser,
  newPlayer,
  server,
  guard,
  allowConsole,
}) => {
  // 404 and 409: the server refuses steps in a round that has moved on elsewhere.
  allowConsole(statusNoise(404), statusNoise(409))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openWithGem(page)

  const device = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
  guard(device)
  const other = await device.newPage()
  await beginLoggedIn(other, { uid: player.uid, token: await logInElsewhere(server, player) })
  await openPage(other, SCREEN)
  await expect(tile(other, 0)).toHaveAccessibleName(/gem/)
  await cashOut(other).click()
  await expect(other.getByTestId('mines-paid')).toBeVisible()

  // The first device still offers the next tile. Opening it risks nothing, because the round is over.
  await expect(tile(page, 1)).toHaveAccessibleName(/hidden$/)
  await tile(page, 1).click()
  await expect(betButton(page)).toBeVisible()
  await expect.poll(() => shownBalance(page)).toBe(await shownBalance(other))
  await device.close()
})

test('a break that begins elsewhere during a round lets the round end, and blocks the next bet', async ({
  page,
  newPlayer,
  server,
  allowConsole,
}) => {
  allowConsole(statusNoise(403), statusNoise(409))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openWithGem(page)
  await callApi(server, takeTimeOut.path, { body: { hours: 24 }, token: player.token })
  const before = await shownBalance(page)
  await cashOut(page).click()
  await expect(page.getByTestId('mines-paid')).toBeVisible()
  await expect.poll(() => shownBalance(page)).toBeGreaterThan(before)
  const after = await shownBalance(page)
  // A tap right after the cash-out, at the same place, is ignored: repeat until one counts.
  await expect(async () => {
    await betButton(page).click()
    await expect(page.getByRole('alert').getByText('You are taking a break.')).toBeVisible({ timeout: 1_500 })
  }).toPass()
  expect(await shownBalance(page)).toBe(after)
})
