import { expect, type Page } from '@playwright/test'
import type { Texts } from './catalog-texts.ts'
import type { InjectedWallet } from './injected-wallet.ts'
import { walletDialog } from './wallet-screen.ts'

/** A view of the modal, and how to reach it once the modal is open. */
export interface WalletViewJourney {
  readonly name: string
  /** Another state of a view that is also listed. */
  readonly isVariant?: true
  /** True if the wallet must be connected before the page opens. */
  readonly isConnected: boolean
  readonly open: (page: Page, wallet: InjectedWallet, t: Texts) => Promise<void>
}

/** A row or tile by its key, which is the same in every language. */
const press = (page: Page, key: string) => walletDialog(page).locator(`[data-focus-key="${key}"]`).click()
const pressButton = (page: Page, name: string) => walletDialog(page).getByRole('button', { name }).click()
const expectText = (page: Page, text: string) =>
  expect(walletDialog(page).getByText(text, { exact: true }).first()).toBeVisible()
const choose = (page: Page, wallet: InjectedWallet) => press(page, wallet.rdns ?? '')

/** Every view of the modal, and every state that looks different. */
export const WALLET_VIEWS: readonly WalletViewJourney[] = [
  {
    name: 'connect',
    isConnected: false,
    open: (page, _, t) => expectText(page, t('View all')),
  },
  {
    name: 'explorer',
    isConnected: false,
    async open(page) {
      await press(page, 'all')
      await expectText(page, 'Wallet 010')
    },
  },
  {
    name: 'connecting',
    isConnected: false,
    async open(page, wallet, t) {
      wallet.policy.connect = 'hang'
      await choose(page, wallet)
      await expectText(page, t('Confirm in your wallet'))
    },
  },
  {
    name: 'rejected',
    isVariant: true,
    isConnected: false,
    async open(page, wallet, t) {
      wallet.policy.connect = 4001
      await choose(page, wallet)
      await expectText(page, t('You declined the request'))
    },
  },
  {
    name: 'failed',
    isVariant: true,
    isConnected: false,
    async open(page, wallet, t) {
      wallet.policy.connect = -32_603
      await choose(page, wallet)
      await expectText(page, t('That did not work'))
    },
  },
  {
    name: 'code',
    isConnected: false,
    async open(page) {
      await press(page, 'qr')
      await expect(walletDialog(page).getByRole('img').first()).toBeVisible()
      await expect(walletDialog(page).getByRole('timer')).toBeVisible()
    },
  },
  {
    name: 'get a wallet',
    isConnected: false,
    async open(page, _, t) {
      await press(page, 'get')
      await expect(walletDialog(page).getByRole('list', { name: t('Wallets to install') })).toBeVisible()
    },
  },
  {
    name: 'help',
    isConnected: false,
    async open(page, _, t) {
      await press(page, 'help')
      await expectText(page, t('Networks of this server'))
    },
  },
  {
    name: 'account',
    isConnected: true,
    open: (page, _, t) => expectText(page, t('Disconnect')),
  },
  {
    name: 'network',
    isConnected: true,
    async open(page, _, t) {
      await press(page, 'network')
      await expectText(page, t('Now'))
    },
  },
  {
    name: 'signing',
    isVariant: true,
    isConnected: true,
    async open(page, wallet, t) {
      wallet.policy.sign = 'hang'
      await pressButton(page, t('Log in with this wallet'))
      await expectText(page, t('Sign in your wallet'))
    },
  },
  {
    name: 'newcomer',
    isVariant: true,
    isConnected: true,
    async open(page, wallet, t) {
      wallet.policy.sign = 'approve'
      await pressButton(page, t('Log in with this wallet'))
      await expectText(page, t('New here?'))
    },
  },
]
