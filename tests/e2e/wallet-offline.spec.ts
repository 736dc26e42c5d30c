import { expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE } from '../support/fixtures.ts'
import {
  beginConnected,
  expectConnected,
  openWallet,
  reloadPage,
  shortened,
} from '../support/wallet/wallet-screen.ts'
import { RELAY_NOISE, test } from '../support/wallet/wallet-world.ts'

test('the modal opens offline with the last wallet list, and the wallet stays connected', async ({
  page,
  injected,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE, RELAY_NOISE)
  const wallet = await injected()
  await beginConnected(page, wallet)
  await openPage(page, '/')
  await expectConnected(page, wallet.address)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  let dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Use another wallet' }).click()
  await expect(dialog.getByRole('button', { name: 'Nautilus' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The list is stored when the page is idle, and the wallet code is cached after the first idle moment.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = await Promise.all(
            (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
          )
          return kept.flat().some(({ url }) => url.includes('wallet-engine'))
        }),
      { timeout: 20_000 },
    )
    .toBe(true)
  await page.waitForTimeout(1_500)

  await server.kill()
  await reloadPage(page)
  await expectConnected(page, wallet.address)
  dialog = await openWallet(page)
  await expect(dialog.getByText(shortened(wallet.address)).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Use another wallet' }).click()
  await expect(dialog.getByRole('button', { name: wallet.name })).toBeVisible()
  const logo = dialog.getByRole('button', { name: 'Nautilus' }).locator('img')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(wallet.methods()).not.toContain('eth_requestAccounts')
})
