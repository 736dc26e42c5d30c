import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { statusNoise, test as base, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { addAuthenticator, button, main, openForPasskeyButton } from '../support/journey-players.ts'
import type { Open } from '../support/keeper.ts'
import type { KoiServer } from '../support/koi-server.ts'
import { violations } from '../support/screen-checks.ts'

/** An empty server: no data directory and no seeded template. */
const openServer: Open<KoiServer> = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-newcomer-'))
  const server = await startKoi({ dataDir, env: { PRACTICE_BLOCK_MS: '100' } })
  const close = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { value: server, close }
}
const test = base.extend({ server: async ({ keep }, use) => use(await keep(openServer)) })
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const PASSWORD = 'ten white herons by the lake'
const wallet = (page: Page) => page.getByRole('dialog', { name: 'Practice wallet' })
const say = async (page: Page, word: string) => {
  await wallet(page).getByRole('button', { name: word, exact: true }).click()
  await expect(wallet(page)).toHaveCount(0)
}

test('a newcomer registers by e-mail and adds a passkey, without leaving the page', async ({
  page,
  server,
}) => {
  const authenticator = await addAuthenticator(page)
  const address = `http://localhost:${server.port}`
  expect(server.log).toContain(`Koi is ready at ${address} (practice mode`)
  expect(server.log).toMatch(/\nTry first: .+\nOr .+Practice wallet.+\n/)
  await page.goto(`${address}/register`)
  await page.getByLabel('E-mail', { exact: true }).fill('newcomer@koi.example')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText(/Practice mail: your code is \d{6}/)).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await expect(page.getByLabel('6-digit code')).toHaveValue(/^\d{6}$/)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/accout/)
  await page.goto(`${address}/practice-mail`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Welcome to Koi', /is your code for Koi/])
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await page.goto(`${address}/security/passkeys`)
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Add a passkey').click()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await page.goto(`${address}/logout`)
  await main(page).getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(main(page).getByRole('heading', { name: 'Log out of Koi?' })).toHaveCount(0)
  await openForPasskeyButton(page, authenticator, () => page.goto(`${address}/accout`))
  await button(page, 'Use a passkey').click()
  await expect(main(page).getByRole('heading', { name: /^Player \d+/ })).toBeVisible()
})

test('a newcomer logs in with the practice wallet, pays with it, and withdraws to it', async ({
  page,
  server,
  allowConsole,
}) => {
  // The server's answer for a wallet without an account.
  allowConsole(statusNoise(404))
  const address = `http://localhost:${server.port}`
  await page.goto(`${address}/?panel=wallet`)
  await page.getByRole('button', { name: 'Practice wallet' }).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  const modal = page.getByRole('dialog', { name: /wallet/i })
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(wallet(page).getByText('Show your account to this site?')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await say(page, 'Allow')
  // The session reconnects without asking.
  await page.goto(`${address}/accout`)
  await expect(page.getByRole('button', { name: 'Your wallet' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with wallet' }).click()
  await expect(wallet(page).getByText(/wants you to sign in/)).toBeVisible()
  await say(page, 'Sign')
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByRole('button', { name: 'Open my account' })).toHaveCount(0)

  await page.goto(`${address}/?panel=web3`)
  const deposit = page.getByRole('dialog', { name: 'Web3 wallet' })
  await deposit.getByLabel('Amount in USDT').fill('25')
  await expect(deposit.getByText('10,000 USDT')).toBeVisible()
  await deposit.getByRole('button', { name: 'Pay with the wallet' }).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(deposit.getByText('You declined it in the wallet')).toBeVisible()
  await deposit.getByRole('button', { name: 'Pay with the wallet' }).click()
  await expect(wallet(page).getByText('Send 25 USDT?')).toBeVisible()
  await say(page, 'Send')
  await expect(deposit.getByText(/^Credited: /).first()).toBeVisible({ timeout: 30_000 })

  await page.goto(`${address}/withdraw`)
  await page.getByLabel('Amount in USDT').fill('20')
  await button(page, 'Use the practice wallet’s address').click()
  await expect(page.getByLabel('Your address on TRON')).toHaveValue(/^T\w{33}$/)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await button(page, 'Continue').click()
  const confirm = page.getByRole('dialog', { name: 'Check and confirm' })
  await confirm.getByLabel(/^I compared the first and last/).check()
  await confirm.getByRole('button', { name: 'Withdraw 20 USDT' }).click()
  const stages = page.getByRole('dialog', { name: 'Withdrawal', exact: true })
  await expect(stages.getByRole('status').getByText('Confirmed')).toBeVisible({ timeout: 30_000 })
})
