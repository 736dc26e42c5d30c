import { devices, expect } from '@playwright/test'
import { openPage, setPageSeen } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { expectConnected, openWallet, recordOpened, walletDialog } from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7']
test.use({ ...WITHOUT_WORKER, userAgent, viewport, isMobile, hasTouch, deviceScaleFactor })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const uriIn = (address: string) => new URL(address).searchParams.get('uri') ?? ''

test('a phone wallet opens by its own link with the pairing, and is connected when the player returns', async ({
  page,
  phone,
}) => {
  const peer = await phone({ policy: { proposal: 'approve' } })
  const opened = await recordOpened(page)
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'Nautilus' }).tap()
  await expect.poll(opened.list).toHaveLength(1)
  const [address = ''] = await opened.list()
  expect(address).toMatch(/^nautilus:\/\/wc\?uri=wc%3A[0-9a-f]{64}%402/)
  expect(page.url()).toContain('panel=wallet')

  await setPageSeen(page, false)
  await peer.pair(uriIn(address))
  await peer.waitFor('approved')
  await setPageSeen(page, true)
  await expectConnected(page, peer.accounts[0]?.address ?? '')
})

test('the request survives while the page is hidden, however long', async ({ page, phone }) => {
  const peer = await phone()
  const opened = await recordOpened(page)
  await page.clock.install()
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'Nautilus' }).tap()
  await expect.poll(opened.list).toHaveLength(1)
  await setPageSeen(page, false)
  await page.clock.runFor(90_000)
  await setPageSeen(page, true)
  await expect(
    walletDialog(page).getByText(/^(?:Confirm in your wallet|Still waiting for Nautilus)$/),
  ).toBeVisible()
  await peer.pair(uriIn((await opened.list())[0] ?? ''))
  await expectConnected(page, peer.accounts[0]?.address ?? '')
})

test('a universal link opens in its own window, and can be opened again', async ({ page }) => {
  const opened = await recordOpened(page)
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'Umbrella' }).tap()
  await expect.poll(opened.list).toHaveLength(1)
  expect((await opened.list())[0]).toMatch(/^https:\/\/umbrella\.example\/app\/wc\?uri=wc%3A/)
  await walletDialog(page).getByRole('button', { name: 'Open the app' }).tap()
  await expect.poll(opened.list).toHaveLength(2)
  // The same pairing as before: the wallet may have accepted it already.
  const [first = '', second = ''] = (await opened.list()).map(uriIn)
  expect(second).toBe(first)
})

test('the second press opens a wallet with its universal link when its app link failed', async ({ page }) => {
  const opened = await recordOpened(page)
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'MetaMask' }).tap()
  await expect.poll(opened.list).toHaveLength(1)
  await walletDialog(page).getByRole('button', { name: 'Open the app' }).tap()
  await expect.poll(opened.list).toHaveLength(2)
  const schemes = (await opened.list()).map((address) => new URL(address).protocol)
  expect(schemes).toEqual(['metamask:', 'https:'])
})

test('a wallet that does not open within 5 s offers its code for another phone', async ({ page }) => {
  await recordOpened(page)
  await page.clock.install()
  await openPage(page, '/')
  await openWallet(page)
  const dialog = walletDialog(page)
  await dialog.getByRole('button', { name: 'Nautilus' }).tap()
  await expect(dialog.getByText('Confirm in your wallet')).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(dialog.getByText('Still waiting for Nautilus')).toBeVisible()
  await dialog.getByRole('button', { name: 'Scan instead' }).tap()
  await expect(dialog.getByRole('img', { name: 'QR code for Nautilus' })).toBeVisible()
})

test("a wallet's own browser connects its only wallet without a choice", async ({ page, injected }) => {
  const wallet = await injected({ name: 'Pocket', rdns: 'example.pocket' })
  await openPage(page, '/')
  await openWallet(page)
  await expectConnected(page, wallet.address)
})
