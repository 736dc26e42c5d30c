import { expect, type Locator, type Page } from '@playwright/test'
import { shownAddress } from '../addresses.ts'
import { topBar } from '../app-pages.ts'
import type { InjectedWallet } from './injected-wallet.ts'

/** `0x1234…abcd`: six characters, an ellipsis, four. */
export const shortened = (address: string) => {
  const shown = shownAddress(address)
  return `${shown.slice(0, 6)}…${shown.slice(-4)}`
}

const walletButton = (page: Page) =>
  topBar(page).getByRole('button', { name: /^(?:Connect a wallet|Your wallet)$/ })

export const walletDialog = (page: Page) => page.getByRole('dialog')

/** Warnings in the modal; its empty region for toasts is an alert, too. */
export const walletAlert = (page: Page) => walletDialog(page).getByRole('alert').filter({ hasText: /\S/ })

/** Opens the modal from the top bar, by key, because a toast may cover the bar for 3 s. */
export async function openWallet(page: Page): Promise<Locator> {
  await walletButton(page).press('Enter')
  const dialog = walletDialog(page)
  await expect(dialog).toBeVisible()
  return dialog
}

export const installedRow = (page: Page, name: string) =>
  walletDialog(page).getByRole('list', { name: 'Installed in this browser' }).getByRole('button', { name })

/** Reloads, and waits for the app itself: its loading screen may show the last screen. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload()
  await expect(page.locator('#loading')).toHaveCount(0)
}

export async function expectConnected(page: Page, address: string): Promise<void> {
  await expect(topBar(page).getByRole('button', { name: 'Your wallet' })).toBeVisible()
  await expect(walletDialog(page)).toHaveCount(0)
  expect(await storedAddress(page)).toBe(shownAddress(address))
}

export async function expectDisconnected(page: Page): Promise<void> {
  await expect(topBar(page).getByRole('button', { name: 'Connect a wallet' })).toBeVisible()
  expect(await storedAddress(page)).toBeUndefined()
}

/** The address that this device remembers as connected. */
const storedAddress = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('wallet') ?? 'null') as { address?: string } | null
    return stored?.address
  })

export async function connectInjected(page: Page, wallet: InjectedWallet): Promise<void> {
  await openWallet(page)
  await installedRow(page, wallet.name).click()
  await expectConnected(page, wallet.address)
}

/** Opens the page connected to the wallet, as after an earlier visit. Call before the first `goto`. */
export async function beginConnected(page: Page, wallet: InjectedWallet): Promise<void> {
  wallet.permit()
  const id = wallet.rdns ?? ''
  const connection = {
    wallet: { via: 'injected', id, label: wallet.name, icon: null },
    address: shownAddress(wallet.address),
    accounts: wallet.accounts.map(({ address }) => shownAddress(address)),
    chainId: wallet.chainId,
  }
  await page.addInitScript((stored) => {
    // Only once: a test may disconnect and reload.
    if (sessionStorage.getItem('begun-connected') !== null) return
    sessionStorage.setItem('begun-connected', '1')
    localStorage.setItem('wallet', stored)
  }, JSON.stringify(connection))
}

/** Opens the modal at a code for any wallet, and reads the link in the code. */
export async function openCode(page: Page): Promise<string> {
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'Scan with your phone' }).click()
  return readCode(page)
}

/** The pairing link behind the shown code, from the button that copies it. */
export async function readCode(page: Page): Promise<string> {
  const dialog = walletDialog(page)
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(''))
  const readLink = () => page.evaluate(() => navigator.clipboard.readText())
  // Repeated, because the app may take the tap as the second half of a double tap.
  await expect(async () => {
    await dialog.getByRole('button', { name: /^Cop(y link|ied)$/ }).click()
    await expect.poll(readLink, { timeout: 2_000 }).toMatch(/^wc:/)
  }).toPass()
  return readLink()
}

/** Records what the page would open in apps and windows, without opening it. Call before the first `goto`. */
export async function recordOpened(page: Page): Promise<{ list: () => Promise<string[]> }> {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { openedAddresses: opened })
    window.open = (address) => {
      opened.push(String(address))
      return null
    }
  })
  const read = () => (window as unknown as { openedAddresses: string[] }).openedAddresses
  return { list: () => page.evaluate(read) }
}
