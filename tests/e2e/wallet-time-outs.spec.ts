import { expect, type Locator, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import type { InjectedWallet } from '../support/wallet/injected-wallet.ts'
import {
  expectConnected,
  installedRow,
  openWallet,
  walletAlert,
  walletDialog,
} from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

async function openAndChoose(page: Page, wallet: InjectedWallet): Promise<Locator> {
  await page.clock.install()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await installedRow(page, wallet.name).click()
  await expect(dialog.getByText('Confirm in your wallet')).toBeVisible()
  return dialog
}

test('the connection is given up after 60 s without an answer, with the message of the specification', async ({
  page,
  injected,
}) => {
  const wallet = await injected({ policy: { connect: 'hang' } })
  const dialog = await openAndChoose(page, wallet)
  await page.clock.runFor(50_000)
  await expect(walletAlert(page)).toHaveCount(0)
  await page.clock.runFor(12_000)
  await expect(walletAlert(page)).toContainText('Connection timeout or user rejected')

  wallet.policy.connect = 'approve'
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expectConnected(page, wallet.address)
})

test('an extension that does not open within 5 s offers the scan instead', async ({ page, injected }) => {
  const wallet = await injected({ policy: { connect: 'hang' } })
  const dialog = await openAndChoose(page, wallet)
  await expect(dialog.getByRole('button', { name: 'Scan instead' })).toHaveCount(0)
  await page.clock.runFor(6_000)
  await expect(dialog.getByText(`Still waiting for ${wallet.name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Scan instead' }).click()
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
})

test('a desktop app that does not open within 5 s offers its code', async ({ page, injected }) => {
  await injected()
  await page.clock.install()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Drawer' }).click()
  await expect(dialog.getByRole('heading', { name: 'Drawer', level: 2 })).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(dialog.getByRole('img', { name: 'QR code for Drawer' })).toBeVisible()
})

test('an answer after the player has given up connects nothing', async ({ page, injected }) => {
  const wallet = await injected({ policy: { delayMs: 1_500 } })
  await openPage(page, '/')
  await openWallet(page)
  await installedRow(page, wallet.name).click()
  await expect(walletDialog(page).getByText('Confirm in your wallet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(walletDialog(page)).toHaveCount(0)
  await page.waitForTimeout(2_500)
  await expect(page.getByRole('button', { name: 'Connect a wallet' })).toBeVisible()
  await expect(walletDialog(page)).toHaveCount(0)
})
