import { expect } from '@playwright/test'
import { BLAST_SEPOLIA } from '../support/config-file.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { expectConnected, installedRow, openWallet } from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use({ ...WITHOUT_WORKER, operator: 'network-view' })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('the player chooses the network before the wallet if the operator wants so, and the wallet switches to it', async ({
  page,
  injected,
}) => {
  const wallet = await injected()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(dialog.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
  await dialog.getByRole('button', { name: /Blast Sepolia/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /Blast Sepolia/ }).click()
  await installedRow(page, wallet.name).click()
  await expectConnected(page, wallet.address)
  await expect.poll(() => wallet.chainId).toBe(BLAST_SEPOLIA)
})
