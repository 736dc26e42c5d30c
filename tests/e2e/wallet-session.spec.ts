import { expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BLAST_SEPOLIA, SEPOLIA } from '../support/config-file.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  beginConnected,
  connectInjected,
  expectConnected,
  expectDisconnected,
  openWallet,
  reloadPage,
  shortened,
  walletAlert,
  walletDialog,
} from '../support/wallet/wallet-screen.ts'
import { FOREIGN_CHAIN, test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const newAccount = () => privateKeyToAccount(generatePrivateKey())

test('a reload reconnects the wallet without asking it for permission', async ({ page, injected }) => {
  const wallet = await injected()
  await openPage(page, '/')
  await connectInjected(page, wallet)
  const asked = wallet.calls.length
  for (let visit = 0; visit < 2; visit += 1) {
    await reloadPage(page)
    await expect.poll(() => wallet.methods().slice(asked)).toContain('eth_accounts')
    await expectConnected(page, wallet.address)
  }
  expect(wallet.methods().slice(asked)).not.toContain('eth_requestAccounts')
  expect(wallet.methods().slice(asked)).not.toContain('wallet_requestPermissions')
  const dialog = await openWallet(page)
  await expect(dialog.getByText('Reconnecting')).toHaveCount(0)
})

test('a wallet that revoked its permission is not shown as connected after a reload', async ({
  page,
  injected,
}) => {
  const wallet = await injected()
  await openPage(page, '/')
  await connectInjected(page, wallet)
  await page.goto('about:blank')
  await wallet.lock()
  await openPage(page, '/')
  await expectDisconnected(page)
  expect(wallet.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('the page follows a switch of account, lists several accounts, and marks the one in use', async ({
  page,
  injected,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  const wallet = await injected({ accounts: [first, second] })
  await beginConnected(page, wallet)
  await openPage(page, '/')
  await expectConnected(page, first.address)
  const dialog = await openWallet(page)
  const accounts = dialog.getByRole('list', { name: 'Accounts of this wallet' }).getByRole('listitem')
  await expect(accounts).toHaveCount(2)
  await expect(accounts.filter({ hasText: 'In use' })).toContainText(shortened(first.address))

  await wallet.setAccounts([second, first])
  await expect(accounts.filter({ hasText: 'In use' })).toContainText(shortened(second.address))
  await page.keyboard.press('Escape')
  await expectConnected(page, second.address)
})

test('a locked wallet counts as disconnected', async ({ page, injected }) => {
  const wallet = await injected()
  await beginConnected(page, wallet)
  await openPage(page, '/')
  await expect.poll(() => wallet.methods()).toContain('eth_accounts')
  await expectConnected(page, wallet.address)
  await wallet.lock()
  await expectDisconnected(page)
  await expect(page.getByText('Test Extension is disconnected.')).toBeVisible()
})

test("the page follows the server's other chain, and the player can choose it", async ({
  page,
  injected,
}) => {
  const wallet = await injected()
  await beginConnected(page, wallet)
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await wallet.setChain(BLAST_SEPOLIA)
  await expect(dialog.getByRole('button', { name: /^Network/ })).toContainText('Blast Sepolia')

  await dialog.getByRole('button', { name: /^Network/ }).click()
  await expect(dialog.getByRole('button', { name: /Blast Sepolia/ })).toContainText('Now')
  wallet.policy.switchChain = 4001
  await dialog.getByRole('button', { name: /^Sepolia/ }).click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  wallet.policy.switchChain = 'approve'
  await dialog.getByRole('button', { name: /^Sepolia/ }).click()
  await expect(dialog.getByRole('button', { name: /^Network/ })).toContainText('Sepolia')
  expect(wallet.chainId).toBe(SEPOLIA)
})

test('an unsupported chain is shown, and one button switches away, adding the chain if the wallet lacks it', async ({
  page,
  injected,
  world,
}) => {
  const wallet = await injected({ chains: new Map([[FOREIGN_CHAIN, world.chains[0].url]]) })
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: wallet.name }).click()
  await expectConnected(page, wallet.address)
  const dialog = await openWallet(page)
  await expect(dialog.getByText('Your wallet is on another network')).toBeVisible()
  await expect(dialog.getByText('Koi works with Sepolia, Blast Sepolia.')).toBeVisible()

  const leave = dialog.getByRole('button', { name: 'Switch to Sepolia' })
  wallet.policy.addChain = 4001
  await leave.click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await expect(walletAlert(page)).toHaveCount(0)

  wallet.policy.addChain = 'approve'
  await leave.click()
  await expect(dialog.getByText('Your wallet is on another network')).toHaveCount(0)
  expect(wallet.chainId).toBe(SEPOLIA)
  expect(wallet.calls.findLast(({ method }) => method === 'wallet_addEthereumChain')?.params).toMatchObject([
    { chainId: '0xaa36a7', chainName: 'Sepolia', rpcUrls: [world.chains[0].url] },
  ])
})

test('two tabs share the wallet: both connect and disconnect together', async ({
  page,
  context,
  injected,
}) => {
  const wallet = await injected()
  await openPage(page, '/')
  const other = await context.newPage()
  await openPage(other, '/games')
  await connectInjected(page, wallet)
  await expectConnected(other, wallet.address)
  expect(wallet.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)

  const dialog = await openWallet(other)
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expectDisconnected(other)
  await expectDisconnected(page)
})

test('a new wallet replaces the old one only after it has connected', async ({ page, injected }) => {
  const first = await injected({ name: 'First', rdns: 'example.first' })
  const second = await injected({ name: 'Second', rdns: 'example.second', policy: { connect: 4001 } })
  await beginConnected(page, first)
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Use another wallet' }).click()
  await dialog.getByRole('button', { name: 'Second' }).click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectConnected(page, first.address)

  second.policy.connect = 'approve'
  await openWallet(page)
  await dialog.getByRole('button', { name: 'Use another wallet' }).click()
  await dialog.getByRole('button', { name: 'Second' }).click()
  await expectConnected(page, second.address)
  await expect.poll(() => first.listeners()).toBe(0)
})
