import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../support/config-file.ts'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, SERVER_START, statusNoise } from '../support/fixtures.ts'
import { beginLoggedIn, test as base } from '../support/journey-players.ts'
import type { Open } from '../support/keeper.ts'
import { startKoiServer, type KoiServer } from '../support/koi-server.ts'
import { untilAnswersKept } from '../support/offline-state.ts'
import { expectFits, violations } from '../support/screen-checks.ts'
import { startChain, type TestChain } from '../support/wallet/chain.ts'
import { installWallet } from '../support/wallet/injected-wallet.ts'
import { deployNft, startNodeProxy, type NodeProxy } from '../support/wallet/nfts.ts'
import { beginConnected, installedRow } from '../support/wallet/wallet-screen.ts'

const LONG = 2n ** 256n - 1n

interface World {
  readonly chain: TestChain
  readonly node: NodeProxy
}

const openHouse: Open<{ world: World; server: KoiServer }> = async () => {
  const chain = await startChain({ chainId: SEPOLIA })
  const node = await startNodeProxy(chain.url)
  const server = await startKoiServer({
    env: {
      TRUST_PROXY: '1',
      KOI_CONFIG: configFile({
        chains: [{ id: SEPOLIA, node: node.url, explorer: 'https://scan.example' }, { id: BLAST_SEPOLIA }],
      }),
    },
  })
  const close = async () => {
    await server.stop()
    node.close()
    await chain.stop()
  }
  return { value: { world: { chain, node }, server }, close }
}
const test = base.extend<{ world: World }>({
  world: [async ({ keep }, use) => use((await keep(openHouse)).world), SERVER_START],
  server: async ({ keep }, use) => use((await keep(openHouse)).server),
})
// All tests share the chain and the server, which are slow to start.
test.describe.configure({ mode: 'default' })

const nfts = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true })
const tile = (page: Page, name: string) => nfts(page).getByRole('link', { name })

/** Installs a funded wallet for a player with their own IP address. */
async function walletOn(page: Page, { chain }: World) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': [10, ...randomBytes(3)].join('.') })
  const accounts = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  const [owner, other] = accounts
  if (!owner || !other) throw new Error('There are two accounts')
  await chain.client.setBalance({ address: owner.address, value: 10n ** 18n })
  const wallet = await installWallet(page.context(), {
    accounts: [owner],
    chains: new Map([[SEPOLIA, chain.url]]),
  })
  return { wallet, owner, other }
}

test('the account menu opens the NFTs of a wallet, and an NFT disappears after it is sent away', async ({
  page,
  world,
  allowConsole,
}) => {
  test.slow()
  allowConsole(statusNoise(503))
  const { wallet, owner, other } = await walletOn(page, world)
  const koi = await deployNft(world.chain, { name: 'Pond \u202eKoi' })
  await koi.mint(owner.address, 7n)
  await koi.mint(owner.address, LONG)
  const lure = await deployNft(world.chain, { name: 'Claim at koi-drop.example' })
  await lure.mint(owner.address, 1n)
  await lure.mint(owner.address, 2n)

  await openPage(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Account' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'My NFTs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My NFTs' })).toBeVisible()
  await nfts(page).getByRole('button', { name: 'Connect a wallet' }).click()
  await installedRow(page, wallet.name).click()

  const sepolia = section(page, 'Sepolia')
  await expect(tile(page, 'Pond Koi #7')).toBeVisible()
  await expect(tile(page, 'Pond Koi #11579…39935')).toBeVisible()
  await expect(tile(page, 'Claim')).toHaveCount(0)
  await nfts(page).getByRole('button', { name: '2 hidden' }).click()
  await expect(tile(page, 'Claim at koi-drop.example #1')).toBeVisible()
  // The toast about the wallet covers the list.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await nfts(page).getByRole('button', { name: 'Hide 2 again' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 'NFTs')
  await page.setViewportSize({ width: 390, height: 844 })

  await tile(page, 'Pond Koi #7').click()
  const sheet = page.getByRole('dialog', { name: 'Pond Koi #7' })
  await expect(sheet.getByRole('link', { name: 'Pond Koi number 7 in the explorer' })).toHaveAttribute(
    'href',
    `https://scan.example/token/${koi.contract}?a=7`,
  )
  await expect(sheet.getByRole('link', { name: 'Log in to use it as your picture' })).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.goBack()
  await expect(sheet).toHaveCount(0)

  await koi.give(owner, other.address, 7n)
  const refresh = nfts(page).getByRole('button', { name: 'Refresh' })
  await expect(async () => {
    await refresh.click()
    await expect(tile(page, 'Pond Koi #7')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(tile(page, 'Pond Koi #11579…39935')).toBeVisible()

  world.node.lie = () => 'hang up'
  await expect(async () => {
    await refresh.click()
    await expect(sepolia).toContainText(/Sepolia did not answer\. This is what the wallet held at/, {
      timeout: 3_000,
    })
  }).toPass()
  await expect(tile(page, 'Pond Koi #11579…39935')).toBeVisible()
  world.node.tellTruth()

  await wallet.setAccounts([other])
  await expect(tile(page, 'Pond Koi #7')).toBeVisible()
  await expect(tile(page, 'Pond Koi #11579…39935')).toHaveCount(0)
  expect(wallet.methods().filter((method) => /sign|send/i.test(method))).toEqual([])
})

test('an NFT becomes the profile picture after its wallet has signed once, and gives way when it is removed', async ({
  page,
  world,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(503))
  const { wallet } = await walletOn(page, world)
  await beginLoggedIn(page, await newPlayer())
  await beginConnected(page, wallet)
  await openPage(page, '/profile/nfts')
  // A practice chain without a node: each wallet holds practice NFTs there.
  const practice = section(page, 'Blast Sepolia').getByRole('link', { name: /^Practice Koi #/ })
  await expect(practice).toHaveCount(3)
  await practice.first().click()
  const sheet = page.getByRole('dialog', { name: /^Practice Koi #/ })
  await sheet.getByRole('button', { name: 'Sign and use as picture' }).click()
  await expect(page.getByText('Picture changed')).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(nfts(page)).toContainText('Koi asks the chain every day')
  await expect(nfts(page).getByTestId('avatar').locator('img')).toBeVisible()
  await expect(nfts(page).getByText('Linked', { exact: true })).toBeVisible()
  await practice.nth(1).click()
  await expect(sheet.getByRole('button', { name: 'Use as profile picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await nfts(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(nfts(page)).not.toContainText('Koi asks the chain every day')
})

test('the NFTs fit in Chinese, and a deposit names the page of the NFTs', async ({
  page,
  world,
  allowConsole,
}) => {
  allowConsole(statusNoise(503))
  const { wallet, owner } = await walletOn(page, world)
  await beginConnected(page, wallet)
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'))
  const koi = await deployNft(world.chain, { name: 'x'.repeat(400) })
  await koi.mint(owner.address, LONG)
  await openPage(page, '/profile/nfts')
  await expect(nfts(page).getByText('#11579…39935')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 'NFTs in Chinese')
  await page.locator('[aria-haspopup=dialog][aria-label="充值"]').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('tab', { name: 'NFT' })).toHaveAttribute('aria-selected', 'false')
  await panel.getByRole('tab', { name: 'NFT' }).click()
  await panel.locator('a[href="/profile/nfts"]').click()
  await expect(panel).toHaveCount(0)
  await expect(nfts(page).getByText('#11579…39935')).toBeVisible()
})

test("the wallet's last known NFTs are shown to their player while offline", async ({
  page,
  world,
  server,
  newPlayer,
  allowConsole,
}) => {
  test.slow()
  // 503: a busy server refuses for a moment, and the page retries.
  allowConsole(OFFLINE_NOISE, statusNoise(503))
  const { wallet, owner } = await walletOn(page, world)
  const koi = await deployNft(world.chain)
  await koi.mint(owner.address, 7n)
  await beginLoggedIn(page, await newPlayer())
  await beginConnected(page, wallet)
  await openPage(page, '/profile/nfts')
  await expect(tile(page, 'Pond Koi #7')).toBeVisible()
  await untilAnswersKept(page, '/wallets/nfts/:address')

  await server.kill()
  await page.reload()
  await expect(page.getByText(/^You’re offline/)).toBeVisible()
  await expect(section(page, 'Sepolia')).toContainText(/As of \d/)
  await expect(tile(page, 'Pond Koi #7')).toBeVisible()
  await server.restart()
})
