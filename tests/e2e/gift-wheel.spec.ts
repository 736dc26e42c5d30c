import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { lookAround, openPage } from '../support/app-pages.ts'
import { callApi, type JourneyPlayer } from '../support/account-api.ts'
import { beginLoggedIn, button, main, test } from '../support/journey-players.ts'
import type { KoiServer } from '../support/koi-server.ts'
import { violations } from '../support/screen-checks.ts'

const worth = (page: Page) => main(page).getByTestId('gift-wheel-worth')
const paid = (page: Page) => main(page).getByTestId('gift-wheel-paid')
const highest = (page: Page) =>
  main(page).getByRole('list', { name: 'Prizes and odds' }).getByRole('listitem').first()

/** Two bets of 20 dollars with an edge of 1.01%: two cents for the wheel. */
async function fillWheel(server: KoiServer, { token }: JourneyPlayer): Promise<void> {
  const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', {
    method: 'GET',
    token,
  })
  await callApi(server, '/seeds', { token, body: { clientSeed: 'a seed of my own', nextServerSeedHash } })
  for (let n = 0; n < 2; n += 1) {
    const stake = { coin: 'usdt-tron', stake: '20' }
    const dice = { game: 'dice', params: { side: 'over', target: 5050 } }
    await callApi(server, '/bets', { token, body: { idempotencyKey: randomUUID(), ...dice, ...stake } })
  }
}

test('a player turns the daily wheel once, is paid, and sees how it was drawn', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await fillWheel(server, player)
  await beginLoggedIn(page, player)
  await openPage(page, '/gift')
  await expect(worth(page)).toHaveText('0.0202 USDT')
  await expect(highest(page)).toHaveText('6×0.1212 USDT1 in 20')
  await button(page, 'Turn the wheel').click()
  await button(page, 'Show the result').click()
  await expect(paid(page)).toHaveText(/^\+0\.\d+ USDT$/)
  const sum = await paid(page).textContent()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await button(page, 'See how it was drawn').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Daily wheel · bet #3')
  await expect(sheet).toContainText(/part \d+ of 20/)
  await sheet.getByRole('button', { name: 'Rotate and reveal' }).click()
  await expect(sheet.getByRole('button', { name: 'Verify', exact: true })).toBeVisible()
  // A second tap at the same place within 600 ms is ignored.
  await lookAround(page)
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet).toContainText('Verified on this device')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.reload()
  await expect(paid(page)).toHaveText(String(sum))
  await expect(button(page, 'Turn the wheel')).toBeHidden()
})

test('the wheel of a new player says what fills it, and a visitor is led to the log-in', async ({
  page,
  newPlayer,
}) => {
  await openPage(page, '/gift')
  await expect(main(page).getByRole('link', { name: 'Log in to turn it' })).toBeVisible()
  await expect(highest(page)).toHaveText('6×1 in 20')
  await beginLoggedIn(page, await newPlayer())
  await page.goto('/gift')
  await expect(main(page)).toContainText('0.00 USDT of 0.01 USDT for a turn')
  await expect(button(page, 'Turn the wheel')).toBeHidden()
})

test('where less motion is wanted, the wheel shows its result at once', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await fillWheel(server, player)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await beginLoggedIn(page, player)
  await openPage(page, '/gift')
  await button(page, 'Turn the wheel').click()
  await expect(paid(page)).toBeVisible()
  await expect(button(page, 'See how it was drawn')).toBeFocused()
})
