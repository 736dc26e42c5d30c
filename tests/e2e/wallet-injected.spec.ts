import { expect } from '@playwright/test'
import { getAddress } from 'viem'
import { lookAround, openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import type { InjectedPolicy } from '../support/wallet/injected-wallet.ts'
import {
  connectInjected,
  expectConnected,
  expectDisconnected,
  installedRow,
  openWallet,
  shortened,
  walletAlert,
  walletDialog,
} from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('the modal lists wallets from EIP-6963 and from the window once each, including late ones', async ({
  page,
  injected,
}) => {
  await injected({ name: 'MetaMask', rdns: 'io.metamask', legacyFlag: 'isMetaMask' })
  await injected({ name: 'Rabby', rdns: null, legacyFlag: 'isRabby' })
  const slowpoke = await injected({ name: 'Slowpoke', rdns: 'example.slowpoke', isLate: true })
  await openPage(page, '/')
  const dialog = await openWallet(page)
  const rows = dialog.getByRole('list', { name: 'Installed in this browser' }).getByRole('button')
  await expect(rows).toHaveText([/MetaMask/, /Rabby/])
  await slowpoke.announce(page)
  await expect(rows).toHaveText([/MetaMask/, /Rabby/, /Slowpoke/])
  // An installed wallet is not also recommended.
  await expect(dialog.getByRole('button', { name: 'MetaMask' })).toHaveCount(1)
})

for (const [kind, identity] of Object.entries({
  'EIP-6963': { name: 'Harbour', rdns: 'example.harbour' },
  'legacy injection': { name: 'Rabby', rdns: null, legacyFlag: 'isRabby' },
})) {
  test(`a wallet found by ${kind} connects, shows its account and disconnects`, async ({
    page,
    injected,
    world,
  }) => {
    const wallet = await injected(identity)
    await world.chains[0].client.setBalance({
      address: wallet.address as `0x${string}`,
      value: 1_500_000_000_000_000_000n,
    })
    await openPage(page, '/')
    await connectInjected(page, wallet)

    const dialog = await openWallet(page)
    await expect(dialog.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
    await expect(dialog.getByText(shortened(wallet.address)).first()).toBeVisible()
    await expect(dialog.getByText('1.5 ETH')).toBeVisible()
    await expect(dialog.getByText('Sepolia').first()).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy address' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(getAddress(wallet.address))

    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeHidden()
    await expectDisconnected(page)
    await expect.poll(() => wallet.listeners()).toBe(0)

    await openWallet(page)
    await expect(installedRow(page, wallet.name)).toContainText('Last used')
    await page.keyboard.press('Escape')
  })
}

test('a player who declines in the wallet sees no error and can try again', async ({ page, injected }) => {
  const wallet = await injected({ policy: { connect: 4001 } })
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await installedRow(page, wallet.name).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'You declined the request' })).toBeVisible()
  await expect(walletAlert(page)).toHaveCount(0)
  wallet.policy.connect = 'approve'
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expectConnected(page, wallet.address)
})

const FAILURES: [InjectedPolicy['connect'], RegExp][] = [
  [4100, /has not allowed this for Koi/],
  [4200, /cannot do what Koi asked for/],
  [4900, /is not connected to any network/],
  [4901, /is not connected to this network/],
  [-32_002, /A request is waiting in your wallet already/],
  [-32_603, /Something went wrong inside the wallet/],
]

test('each error of a wallet has its own message', async ({ page, injected }) => {
  const wallet = await injected()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  for (const [at, [code, sentence]] of FAILURES.entries()) {
    wallet.policy.connect = code
    // The button appears where the row was, with a different name for each error.
    if (at > 0) await lookAround(page)
    await (at === 0
      ? installedRow(page, wallet.name).click()
      : dialog.getByRole('button', { name: 'Try again' }).click())
    await expect(walletAlert(page)).toContainText(sentence)
  }
})

test('the modal connects to the last used wallet at once when it opens', async ({ page, injected }) => {
  const wallet = await injected({ policy: { delayMs: 300 } })
  await openPage(page, '/')
  await connectInjected(page, wallet)
  await wallet.lock()
  await expectDisconnected(page)
  await openWallet(page)
  await expect(walletDialog(page).getByText('Confirm in your wallet')).toBeVisible()
  await expectConnected(page, wallet.address)
})

test('the modal says how to get a wallet when the browser has no wallet', async ({ page }) => {
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(dialog.getByRole('list', { name: 'Installed in this browser' })).toHaveCount(0)
  await dialog.getByRole('button', { name: /Get one in a minute/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
  await expect(
    dialog.getByRole('list', { name: 'Wallets to install' }).getByRole('link').first(),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(dialog.getByRole('heading', { name: 'What is a wallet?', level: 2 })).toBeVisible()
  await expect(dialog.getByText('Networks of this server')).toBeVisible()
})
