import { chromium, expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { expectConnected, installedRow, openWallet, walletDialog } from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use({ ...WITHOUT_WORKER, operator: 'no-project-id' })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('extensions work and WalletConnect is not offered without a project id', async ({
  page,
  injected,
  world,
}) => {
  const wallet = await injected()
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(installedRow(page, wallet.name)).toBeVisible()
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Scan/ })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'View all' })).toHaveCount(0)
  await installedRow(page, wallet.name).click()
  await expectConnected(page, wallet.address)
  expect(world.relay.stats.connections).toBe(0)
  expect(world.explorer.requests.filter(({ path }) => path.includes('Listings'))).toEqual([])
})

test('the server’s log tells the operator what is missing', async ({ server }) => {
  expect(server.log).toMatch(/WALLETCONNECT_PROJECT_ID/)
})

test('the modal offers the practice wallet and says how to get one, without a project id and an extension', async ({
  page,
}) => {
  await openPage(page, '/')
  const dialog = await openWallet(page)
  await expect(dialog.getByRole('button', { name: 'Practice wallet' })).toBeVisible()
  await dialog.getByRole('button', { name: /Get one in a minute/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
})

test('a warning is shown above the wallets over http from another machine', async ({
  server,
  launchOptions,
}) => {
  // A second name for this machine that browsers do not trust as localhost.
  const args = (launchOptions.args ?? []).filter((arg) => !arg.startsWith('--host-resolver-rules'))
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...args, '--host-resolver-rules=MAP koi.test 127.0.0.1, MAP * ~NOTFOUND'],
  })
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const strangers: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'koi.test') strangers.push(request.url())
    })
    await openPage(page, `http://koi.test:${server.port}/`)
    await openWallet(page)
    await expect(
      walletDialog(page).getByText('This page came over http. Connecting a wallet usually needs https.'),
    ).toBeVisible()
    expect(strangers).toEqual([])
  } finally {
    await browser.close()
  }
})
