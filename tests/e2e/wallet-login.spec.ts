import { expect, type Page } from '@playwright/test'
import { SEPOLIA } from '../support/config-file.ts'
import { lookAround, openPage, topBar } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi } from '../support/account-api.ts'
import { beginLoggedIn } from '../support/journey-players.ts'
import type { KoiServer } from '../support/koi-server.ts'
import type { InjectedWallet } from '../support/wallet/injected-wallet.ts'
import {
  beginConnected,
  expectConnected,
  installedRow,
  openCode,
  openWallet,
  shortened,
  walletAlert,
  walletDialog,
} from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED, /status of (?:401|403|404|409)/))

const balance = (page: Page) => topBar(page).getByRole('button', { name: /^Balance/ })

async function openAccount(server: KoiServer, wallet: InjectedWallet): Promise<string> {
  const [account] = wallet.accounts
  const who = { address: wallet.address, chainId: SEPOLIA }
  const { message } = await callApi<{ message: string }>(server, '/auth/wallet/message', { body: who })
  const signature = await account?.signMessage({ message })
  const body = { message, signature, label: wallet.name, isAdult: true }
  return (await callApi<{ token: string }>(server, '/auth/wallet', { body })).token
}

async function expectLoggedIn(page: Page): Promise<void> {
  await expect(balance(page)).toHaveAccessibleName(/show coins/)
  await expect(walletDialog(page)).toHaveCount(0)
}

test('a new wallet opens an account after the player confirms that they are 18', async ({
  page,
  injected,
}) => {
  const wallet = await injected()
  await openPage(page, '/')
  await balance(page).click()
  const dialog = walletDialog(page)
  await installedRow(page, wallet.name).click()
  // The player started from the log-in, so the wallet is asked to sign without another tap.
  await expect(dialog.getByRole('heading', { name: 'New here?' })).toBeVisible()
  const [signed] = wallet.calls.filter(({ method }) => method === 'personal_sign')
  const text = Buffer.from(String(signed?.params[0]).slice(2), 'hex').toString()
  expect(text).toContain(`${new URL(page.url()).host} wants you to sign in with your Ethereum account`)
  expect(text).toMatch(/^\d{10}:Koi$/m)

  await dialog.getByRole('button', { name: 'Open my account' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'I am 18 or older' })).toBeFocused()
  await dialog.getByText('I am 18 or older').click()
  await dialog.getByRole('button', { name: 'Open my account' }).click()
  await expectLoggedIn(page)
  await expect(page.getByText('Welcome to Koi')).toBeVisible()
  expect(wallet.methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
})

test('a known wallet logs in after a refusal, a lost answer and a retry', async ({
  page,
  injected,
  server,
}) => {
  const wallet = await injected({ policy: { sign: 4001 } })
  await openAccount(server, wallet)
  await beginConnected(page, wallet)
  await openPage(page, '/')
  await expect.poll(() => wallet.methods()).toContain('eth_accounts')
  await balance(page).click()
  const dialog = walletDialog(page)
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await expect(walletAlert(page)).toHaveCount(0)

  wallet.policy.sign = -32_603
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(walletAlert(page)).toContainText('Something went wrong inside the wallet')

  wallet.policy.sign = 'hang'
  await lookAround(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Sign in your wallet' })).toBeVisible()
  await lookAround(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  wallet.policy.sign = 'approve'
  await dialog.getByRole('button', { name: 'Log in with this wallet' }).click()
  await expectLoggedIn(page)
})

test('an account that changes during the signature is not logged in', async ({ page, injected, server }) => {
  const wallet = await injected({ policy: { delayMs: 1_200 } })
  await openAccount(server, wallet)
  await beginConnected(page, wallet)
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Log in with this wallet' }).click()
  await expect.poll(() => wallet.methods()).toContain('personal_sign')
  await wallet.lock()
  await expect(dialog.getByRole('heading', { name: 'Sign in your wallet' })).toHaveCount(0)
  await page.waitForTimeout(1_500)
  await expect(balance(page)).toHaveAccessibleName(/log in with a wallet/)
})

test('a phone signs in over the relay', async ({ page, phone }) => {
  const peer = await phone()
  await openPage(page, '/')
  await peer.pair(await openCode(page))
  await expectConnected(page, peer.accounts[0]?.address ?? '')
  const dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Log in with this wallet' }).click()
  await expect(dialog.getByRole('heading', { name: 'New here?' })).toBeVisible({ timeout: 15_000 })
  await dialog.getByText('I am 18 or older').click()
  await dialog.getByRole('button', { name: 'Open my account' }).click()
  await expectLoggedIn(page)
})

test('a player links a second wallet, unlinks it, and cannot remove their last way to log in', async ({
  page,
  injected,
  server,
}) => {
  const first = await injected({ name: 'First', rdns: 'example.first' })
  const second = await injected({ name: 'Second', rdns: 'example.second' })
  const token = await openAccount(server, first)
  const { uid } = await callApi<{ uid: number }>(server, '/user/me', { method: 'GET', token })
  await beginLoggedIn(page, { uid, token })
  await beginConnected(page, second)
  await openPage(page, '/')
  await expect.poll(() => second.methods()).toContain('eth_accounts')
  const dialog = await openWallet(page)
  await dialog.getByRole('link', { name: 'Link to my account' }).click()
  await expect(page).toHaveURL('/security/wallets')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Link this wallet' }).click()
  await expect(page.getByText('Wallet linked')).toBeVisible()
  const unlink = (wallet: InjectedWallet) =>
    main.getByRole('link', { name: `Unlink ${shortened(wallet.address)}` })
  await expect(unlink(first)).toBeVisible()

  await unlink(first).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(page.getByText('Wallet unlinked')).toBeVisible()
  await expect(unlink(first)).toHaveCount(0)

  // The server refuses to remove the last way to log in, even if the screen offers it.
  const answer = await fetch(`${server.origin}/api/user/wallets/${second.address}/removal`, {
    method: 'POST',
    headers: {
      'Access-Token': await page.evaluate(() => localStorage.getItem('access_token') ?? ''),
      'content-type': 'application/json',
    },
    body: '{}',
  })
  expect(await answer.json()).toMatchObject({ code: 'last_way_in' })
})
