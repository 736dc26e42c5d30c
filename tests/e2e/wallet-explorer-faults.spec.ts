import { expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import type { ExplorerFault } from '../support/wallet/explorer.ts'
import { installedRow, openWallet } from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use({ ...WITHOUT_WORKER, operator: 'fault-prone' })
test.describe.configure({ mode: 'default' })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))
// The server caches the explorer's answers and failures, so each test starts with a fresh server.
test.beforeEach(({ server }) => server.restart())

const FAULTS: ExplorerFault[] = ['unauthorized', 'server-error', 'malformed']

test('the server reports every fault of the explorer with the same error', async ({ server, world }) => {
  for (const fault of FAULTS) {
    world.explorer.fault = fault
    // A different list for each fault: the server does not retry a failed list at once.
    const answer = await fetch(`${server.origin}/api/wallets?entries=${3 + FAULTS.indexOf(fault)}`)
    expect(answer.status, fault).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'explorer_unavailable' })
  }
})

test('installed wallets and the code work while the explorer fails, and a retry asks it again', async ({
  page,
  injected,
  server,
  world,
  allowConsole,
}) => {
  allowConsole(statusNoise(503), OFFLINE_NOISE)
  world.explorer.fault = 'server-error'
  const wallet = await injected()
  await page.clock.install()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(installedRow(page, wallet.name)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Scan with your phone' })).toBeVisible()
  // The page retries a few times before it shows the error.
  const failed = dialog.getByText(/The list of wallets did not load/)
  await expect(async () => {
    await page.clock.runFor(3_000)
    await expect(failed).toBeVisible({ timeout: 300 })
  }).toPass()

  world.explorer.fault = 'none'
  // The server waits 10 s before it retries the explorer. A restart skips that.
  await server.restart()
  // The page may have asked by itself when the server was back.
  await expect(async () => {
    const again = dialog.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(dialog.getByRole('button', { name: 'View all' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('installed wallets work at once while the explorer is slow', async ({
  page,
  injected,
  world,
  allowConsole,
}) => {
  allowConsole(statusNoise(502), statusNoise(503))
  world.explorer.fault = 'slow'
  const wallet = await injected({ policy: { connect: 'hang' } })
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(dialog.locator('[aria-busy="true"]').first()).toBeVisible()
  await installedRow(page, wallet.name).click()
  await expect(dialog.getByText('Confirm in your wallet')).toBeVisible()
})

test('the other ways to connect remain when the explorer lists no wallet', async ({
  page,
  injected,
  world,
}) => {
  world.explorer.fault = 'empty'
  const wallet = await injected()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(installedRow(page, wallet.name)).toBeVisible()
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Scan with your phone' })).toBeVisible()
})

test('a placeholder replaces broken images', async ({ page, world, allowConsole }) => {
  allowConsole(statusNoise(404), statusNoise(502), statusNoise(503))
  world.explorer.fault = 'broken-images'
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(dialog.getByRole('button', { name: 'Nautilus' })).toBeVisible()
  const broken = () =>
    dialog
      .locator('img')
      .evaluateAll(
        (images) =>
          images.filter(
            (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth === 0,
          ).length,
      )
  await expect.poll(broken).toBe(0)
})
