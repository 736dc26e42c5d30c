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

const nfts = (page: Page) => page.getByRole('dialog', { name: 'My NFTs', exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('region', { name, exact: true })

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

  await openPage(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'My NFTs' }).click()
  await expect(nfts(page)).toBeVisible()
  await expect(page.getByText('NFTs cannot be deposited as money')).toHaveCount(0)
  await nfts(page).getByRole('button', { name: 'Connect a wallet' }).click()
  await installedRow(page, wallet.name).click()

  const sepolia = section(page, 'Sepolia')
  await expect(sepolia.getByRole('heading', { name: 'Pond Koi' })).toBeVisible()
  await expect(sepolia.getByText('#11579…39935')).toBeVisible()
  await expect(sepolia.getByText(`#${LONG}`)).toBeAttached()
  await expect(sepolia.getByRole('link', { name: 'Pond Koi number 7 in the explorer' })).toHaveAttribute(
    'href',
    `https://scan.example/token/${koi.contract}?a=7`,
  )
  await expect(section(page, 'Blast Sepolia')).toContainText('Koi does not read Blast Sepolia')
  // The toast about the wallet covers the list.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 'NFTs')
  await page.setViewportSize({ width: 390, height: 844 })

  await koi.give(owner, other.address, 7n)
  const refresh = nfts(page).getByRole('button', { name: 'Refresh' })
  await expect(async () => {
    await refresh.click()
    await expect(sepolia.getByText('#7', { exact: true })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(sepolia.getByText('#11579…39935')).toBeVisible()

  world.node.lie = () => 'hang up'
  await expect(async () => {
    await refresh.click()
    await expect(sepolia).toContainText(/Sepolia did not answer\. This is what the wallet held at/, {
      timeout: 3_000,
    })
  }).toPass()
  await expect(sepolia.getByText('#11579…39935')).toBeVisible()
  world.node.tellTruth()

  await wallet.setAccounts([other])
  await expect(sepolia.getByText('#7', { exact: true })).toBeVisible()
  await expect(sepolia.getByText('#11579…39935')).toHaveCount(0)
  expect(wallet.methods().filter((method) => /sign|send/i.test(method))).toEqual([])
})

test('a deposit opened from a page starts with coins, and the NFTs fit in Chinese', async ({
  page,
  world,
}) => {
  const { wallet, owner } = await walletOn(page, world)
  await beginConnected(page, wallet)
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'))
  const koi = await deployNft(world.chain, { name: 'x'.repeat(400) })
  await koi.mint(owner.address, LONG)
  await openPage(page, '/?panel=account')
  await page.getByRole('dialog').getByRole('button', { name: '我的 NFT' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('#11579…39935')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 'NFTs in Chinese')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.locator('[aria-haspopup=dialog][aria-label="充值"]').click()
  await expect(panel.getByRole('tab', { name: 'NFT' })).toHaveAttribute('aria-selected', 'false')
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
  await openPage(page, '/?panel=deposit')
  await page.getByRole('tab', { name: 'NFT' }).click()
  await expect(page.getByText('NFTs cannot be deposited as money')).toBeVisible()
  await expect(section(page, 'Sepolia').getByText('#7', { exact: true })).toBeVisible()
  await untilAnswersKept(page, '/wallets/nfts/:address')

  await server.kill()
  await page.reload()
  await page.getByRole('tab', { name: 'NFT' }).click()
  await expect(section(page, 'Sepolia')).toContainText('You are offline. This is what the wallet held at')
  await expect(section(page, 'Sepolia').getByText('#7', { exact: true })).toBeVisible()
  await server.restart()
})
