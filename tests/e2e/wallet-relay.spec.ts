import { expect } from '@playwright/test'
import { BLAST_SEPOLIA } from '../support/config-file.ts'
import { lookAround, openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  expectConnected,
  expectDisconnected,
  openCode,
  openWallet,
  reloadPage,
  readCode,
  walletAlert,
  walletDialog,
} from '../support/wallet/wallet-screen.ts'
import { RELAY_NOISE, test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const addressOf = (peer: { accounts: readonly { address: string }[] }) => peer.accounts[0]?.address ?? ''

test('a phone that scans the code connects, survives a reload, and the page notices when it disconnects', async ({
  page,
  phone,
}) => {
  const peer = await phone()
  await openPage(page, '/')
  const uri = await openCode(page)
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await expect(walletDialog(page).getByText(/^Renews in [45]:\d\d$/)).toBeVisible()
  await peer.pair(uri)
  await expectConnected(page, addressOf(peer))

  await reloadPage(page)
  await expectConnected(page, addressOf(peer))
  const dialog = await openWallet(page)
  await expect(dialog.getByText('Reconnecting')).toHaveCount(0)
  await expect(dialog.getByText('Test Wallet').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expectDisconnected(page)
  await peer.waitFor('deleted')
  expect(peer.topics()).toEqual([])
})

test('the copy button says for 2 s that the link was copied', async ({ page }) => {
  await page.clock.install()
  await openPage(page, '/')
  await openCode(page)
  const again = walletDialog(page).getByRole('button', { name: 'Copy link' })
  const copied = walletDialog(page).getByRole('button', { name: 'Copied' })
  await expect(again).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await again.click()
  await expect(copied).toBeVisible()
  await page.clock.runFor(1_990)
  await expect(copied).toBeVisible()
  await page.clock.runFor(20)
  await expect(again).toBeVisible({ timeout: 2_000 })
})

test('a phone that declines gets a neutral message and a new code', async ({ page, phone }) => {
  const peer = await phone({ policy: { proposal: 'reject' } })
  await openPage(page, '/')
  await peer.pair(await openCode(page))
  const dialog = walletDialog(page)
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await expect(walletAlert(page)).toHaveCount(0)
  peer.policy.proposal = 'approve'
  await lookAround(page)
  await dialog.getByRole('button', { name: 'Get a new code' }).click()
  await peer.pair(await readCode(page))
  await expectConnected(page, addressOf(peer))
})

test('a cancelled code cannot connect', async ({ page, phone }) => {
  const peer = await phone()
  await openPage(page, '/')
  const uri = await openCode(page)
  await page.keyboard.press('Escape')
  await expect(walletDialog(page)).toHaveCount(0)
  await peer.pair(uri).catch(() => {})
  await page.waitForTimeout(1_500)
  await expectDisconnected(page)
  await reloadPage(page)
  await expectDisconnected(page)
})

test('a code expires after five minutes and is replaced by a new one', async ({ page, phone }) => {
  const peer = await phone()
  await page.clock.install()
  await openPage(page, '/')
  const before = await openCode(page)
  await page.clock.fastForward('05:01')
  await expect(walletDialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect.poll(() => readCode(page), { timeout: 15_000 }).not.toBe(before)
  const after = await readCode(page)
  await peer.pair(before).catch(() => {})
  await peer.pair(after)
  await expectConnected(page, addressOf(peer))
})

test('the wallet switches its account and chain, and ends the connection', async ({ page, phone, world }) => {
  const peer = await phone()
  await openPage(page, '/')
  await peer.pair(await openCode(page))
  await expectConnected(page, addressOf(peer))
  const dialog = await openWallet(page)
  await peer.setChain(world.chains[1].chainId)
  await expect(dialog.getByRole('button', { name: /^Network/ })).toContainText('Blast Sepolia')
  await page.keyboard.press('Escape')
  await peer.disconnect()
  await expectDisconnected(page)
})

test('a second tab uses the session of the first tab and does not overwrite it', async ({
  page,
  context,
  phone,
}) => {
  const [first, second] = [await phone(), await phone()]
  await openPage(page, '/')
  await first.pair(await openCode(page))
  await expectConnected(page, addressOf(first))
  const other = await context.newPage()
  await openPage(other, '/games')
  await expectConnected(other, addressOf(first))

  await page.bringToFront()
  await (await openWallet(page)).getByRole('button', { name: 'Disconnect' }).click()
  await expectDisconnected(page)
  await expectDisconnected(other)
  await second.pair(await openCode(page))
  await expectConnected(page, addressOf(second))
  await expectConnected(other, addressOf(second))
  const asked = second.events.length
  const dialog = await openWallet(other)
  await expect(dialog.getByText('Reconnecting')).toHaveCount(0)
  await second.setChain(BLAST_SEPOLIA)
  await expect(dialog.getByRole('button', { name: /^Network/ })).toContainText('Blast Sepolia')
  expect(second.events.length).toBe(asked)
  await other.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  for (const each of [other, page]) {
    await reloadPage(each)
    await expectConnected(each, addressOf(second))
  }
})

test('a session that the wallet ended while the page was closed is not shown as connected', async ({
  page,
  phone,
}) => {
  const peer = await phone()
  await openPage(page, '/')
  await peer.pair(await openCode(page))
  await expectConnected(page, addressOf(peer))
  await page.goto('about:blank')
  await peer.disconnect()
  await openPage(page, '/')
  await expectDisconnected(page)
})

test('a relay that fails during a signature only delays it', async ({ page, phone, world, allowConsole }) => {
  // 404: the server does not know the wallet's address yet.
  allowConsole(RELAY_NOISE, statusNoise(404))
  const peer = await phone({ policy: { request: 'hold' } })
  await openPage(page, '/')
  await peer.pair(await openCode(page))
  await expectConnected(page, addressOf(peer))
  const dialog = await openWallet(page)
  await dialog.getByRole('button', { name: 'Log in with this wallet' }).click()
  await peer.waitFor('request')
  world.relay.pause()
  await page.waitForTimeout(500)
  world.relay.resume()
  await expect.poll(() => world.relay.stats.openSockets, { timeout: 15_000 }).toBe(2)
  peer.answerHeld()
  await expect(dialog.getByText('New here?')).toBeVisible()
})

for (const how of ['refuse', 'hang'] as const) {
  test(`a relay that ${how}s shows a message and can be retried`, async ({
    page,
    phone,
    world,
    allowConsole,
  }) => {
    allowConsole(RELAY_NOISE)
    const peer = await phone()
    world.relay.pause(how)
    await openPage(page, '/')
    await openWallet(page)
    await walletDialog(page).getByRole('button', { name: 'Scan with your phone' }).click()
    await expect(walletAlert(page)).toContainText('The relay between Koi and your phone cannot be reached', {
      timeout: 15_000,
    })
    world.relay.resume()
    await walletDialog(page).getByRole('button', { name: 'Get a new code' }).click()
    await lookAround(page)
    await peer.pair(await readCode(page))
    await expectConnected(page, addressOf(peer))
  })
}
