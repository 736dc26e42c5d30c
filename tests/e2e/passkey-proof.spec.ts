import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  addAuthenticator,
  beginLoggedIn,
  button,
  main,
  NEW_PASSWORD,
  test,
} from '../support/journey-players.ts'
import type { JourneyPlayer } from '../support/account-api.ts'
import { violations } from '../support/screen-checks.ts'

/** Address of the well-known private key 1: use it for practice money only. */
const ADDRESS = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Passkeys need a domain name, so these pages use localhost instead of an IP address. */
async function beginWithPasskey(page: Page, player: JourneyPlayer, origin: string) {
  const authenticator = await addAuthenticator(page)
  await beginLoggedIn(page, player)
  await openPage(page, `${origin}/security/passkeys`)
  await page.getByLabel('Name').fill('My phone')
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Add a passkey').click()
  await expect(main(page).getByRole('listitem')).toContainText('My phone')
  return authenticator
}

async function askToWithdraw(page: Page, origin: string) {
  await openPage(page, `${origin}/withdraw`)
  await page.getByLabel('Amount in USDT').fill('50')
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  await button(page, 'Continue').click()
  return page.getByRole('dialog', { name: 'Check and confirm', exact: true })
}

test('a passkey confirms a withdrawal after a wrong password and a cancelled attempt', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(400))
  const player = await newPlayer()
  const origin = `http://localhost:${server.port}`
  const authenticator = await beginWithPasskey(page, player, origin)
  const confirm = await askToWithdraw(page, origin)
  const send = confirm.getByRole('button', { name: 'Confirm with your passkey' })
  await expect(confirm.getByText('Your passkey confirms it')).toBeVisible()
  await expect(confirm.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
  await confirm.getByLabel(/^I compared/).check()

  await confirm.getByLabel('Your password').fill('not the password')
  await send.click()
  await expect(confirm.getByText('The password is wrong. Try again.')).toBeVisible()
  await confirm.getByLabel('Your password').fill(player.password)

  await authenticator.refuse()
  // Checks the page first: the virtual authenticator answers at once.
  let goOn = (): void => undefined
  const seen = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/user/passkeys/proof', async (route) => {
    await seen
    await route.continue()
  })
  await send.click()
  await expect(confirm.getByRole('status').getByText('Follow the steps in your browser.')).toBeVisible()
  goOn()
  await expect(confirm.getByText('No passkey was used, and nothing has changed.')).toBeVisible()
  await expect(confirm.getByRole('link', { name: 'Passkeys' })).toBeVisible()
  await expect(confirm.getByLabel('Your password')).toHaveValue(player.password)
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await authenticator.accept()
  await send.click()
  const stages = page.getByRole('dialog', { name: 'Withdrawal', exact: true })
  await expect(stages.getByRole('status').getByText('Confirmed')).toBeVisible()
})

test('a player who lost their passkey uses the password, and then cannot withdraw for a day', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(409))
  const player = await newPlayer()
  const origin = `http://localhost:${server.port}`
  await beginWithPasskey(page, player, origin)
  await main(page).getByRole('link', { name: 'Remove My phone' }).click()
  const question = page.getByRole('dialog', { name: 'Remove “My phone”?' })
  await question.getByLabel('I cannot use any of my passkeys').check()
  await expect(question.getByText('Your passkey confirms it')).toHaveCount(0)
  await question.getByLabel('Your password').fill(player.password)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(main(page).getByText('None yet.')).toBeVisible()

  const confirm = await askToWithdraw(page, origin)
  await expect(confirm.getByText('A passkey was removed without being used. This works again')).toBeVisible()
  await confirm.getByLabel(/^I compared/).check()
  await confirm.getByLabel('Your password').fill(player.password)
  await confirm.getByRole('button', { name: 'Withdraw 50 USDT' }).click()
  await expect(confirm.getByText('For 24 hours after that, you cannot withdraw')).toBeVisible()
})

test('a player confirms a new password with the passkey', async ({ page, server, newPlayer }) => {
  const player = await newPlayer()
  const origin = `http://localhost:${server.port}`
  await beginWithPasskey(page, player, origin)
  await openPage(page, `${origin}/security/password`)
  await page.getByLabel('Current password').fill(player.password)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
})
