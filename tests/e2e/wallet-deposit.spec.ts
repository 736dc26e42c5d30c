import { expect, type Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem/accounts'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../support/config-file.ts'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { HOUSE, openEvmWorld, type EvmWorld } from '../support/evm-world.ts'
import { OFFLINE_NOISE, SERVER_START, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, test as base } from '../support/journey-players.ts'
import type { Open } from '../support/keeper.ts'
import { startKoiServer, type KoiServer } from '../support/koi-server.ts'
import { expectFits, LANGUAGES, violations } from '../support/screen-checks.ts'
import { startChain } from '../support/wallet/chain.ts'
import { installWallet } from '../support/wallet/injected-wallet.ts'
import { beginConnected, installedRow } from '../support/wallet/wallet-screen.ts'

const CONFIRMATIONS = 2

const openHouse: Open<{ world: EvmWorld; server: KoiServer }> = async () => {
  const chain = await startChain({ chainId: SEPOLIA })
  const world = await openEvmWorld(chain)
  const server = await startKoiServer({
    env: {
      KOI_CONFIG: configFile({
        chains: [
          {
            id: SEPOLIA,
            node: chain.url,
            recipient: HOUSE,
            pollMs: 150,
            confirmations: CONFIRMATIONS,
            coins: [
              { coin: 'usdt-ethereum', contract: world.token },
              { coin: 'eth-ethereum', contract: 'native' },
            ],
          },
          { id: BLAST_SEPOLIA, confirmations: 2 },
        ],
      }),
      PRACTICE_BLOCK_MS: '100',
    },
  })
  const close = async () => {
    await server.stop()
    await chain.stop()
  }
  return { value: { world, server }, close }
}
const test = base.extend<{ world: EvmWorld }>({
  world: [async ({ keep }, use) => use((await keep(openHouse)).world), SERVER_START],
  server: async ({ keep }, use) => use((await keep(openHouse)).server),
})
// All tests share the chain and the server, which are slow to start.
test.describe.configure({ mode: 'default' })
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const panel = (page: Page) => page.getByRole('dialog', { name: 'Web3 wallet', exact: true })

async function playerOf(server: KoiServer, account: PrivateKeyAccount) {
  const { message } = await callApi<{ message: string }>(server, '/auth/wallet/message', {
    body: { address: account.address, chainId: SEPOLIA },
  })
  const signature = await account.signMessage({ message })
  const { token } = await callApi<{ token: string }>(server, '/auth/wallet', {
    body: { message, signature, isAdult: true },
  })
  const { uid } = await callApi<{ uid: number }>(server, '/user/me', { method: 'GET', token })
  return { uid, token }
}

function keysSent(page: Page, path: string): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(path)) return
    keys.push((request.postDataJSON() as { idempotencyKey: string }).idempotencyKey)
  })
  return keys
}

const walletOf = (page: Page, world: EvmWorld, account: PrivateKeyAccount, first = SEPOLIA) =>
  installWallet(page.context(), {
    accounts: [account],
    chains: new Map(
      [SEPOLIA, BLAST_SEPOLIA]
        .sort((a) => (a === first ? -1 : 1))
        .map((id) => [id, id === SEPOLIA ? world.chain.url : 'http://127.0.0.1:9']),
    ),
  })

test('a token is paid from the connected wallet after a network switch, a shown fee and a refusal, and is credited', async ({
  page,
  world,
  server,
}) => {
  const account = world.accounts[0] as PrivateKeyAccount
  const wallet = await walletOf(page, world, account, BLAST_SEPOLIA)
  const player = await playerOf(server, account)
  // Leaves room for one payment: the declined attempt must not count.
  const limit = { method: 'PUT', token: player.token, body: { amount: '30' } }
  await callApi(server, '/user/limits/deposit/day', limit)
  const keys = keysSent(page, '/user/wallet-deposits')
  await beginLoggedIn(page, player)
  await beginConnected(page, wallet)
  await openPage(page, '/')
  // English comes last, for what follows.
  for (const locale of LANGUAGES.toReversed()) {
    await page.evaluate((language) => localStorage.setItem('language', language), locale)
    await page.goto('/?panel=web3')
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
    expect(await violations(page, ['dark', 'light']), locale).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page, `Web3 wallet in ${locale}`)
    await page.setViewportSize({ width: 390, height: 844 })
  }

  await openPage(page, '/?panel=deposit')
  await page.getByRole('button', { name: /^Web3 wallet/ }).click()
  await expect(page).toHaveURL(/panel=web3/)
  const dialog = panel(page)
  await dialog.getByLabel('Coin and network').selectOption({ label: 'USDT · Sepolia' })
  await expect(dialog.getByText('Your wallet is on another network')).toBeVisible()
  await dialog.getByLabel('Amount in USDT').fill('0.5')
  await dialog.getByRole('button', { name: 'Switch network and pay' }).click()
  await expect(dialog.getByText('Enter an amount of at least 1 USDT.')).toBeVisible()
  expect(wallet.methods()).not.toContain('eth_sendTransaction')
  await dialog.getByLabel('Amount in USDT').fill('25')
  await expect(dialog.getByText(/^About 0\.\d+ ETH \(\$/)).toBeVisible()
  await expect(dialog.getByText('1,000,000 USDT')).toBeVisible()
  await expect(dialog.getByText('0.0575 SOL')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Switch network and pay · get SOL' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Max' }).click()
  await expect(dialog.getByLabel('Amount in USDT')).toHaveValue('1000000')
  await dialog.getByLabel('Amount in USDT').fill('25')

  wallet.policy.send = 4001
  await dialog.getByRole('button', { name: 'Switch network and pay' }).click()
  await expect(dialog.getByText('You declined it in the wallet')).toBeVisible()
  expect(wallet.chainId).toBe(SEPOLIA)

  wallet.policy.send = 'approve'
  await dialog.getByRole('button', { name: 'Pay with the wallet' }).click()
  await expect(dialog.getByText('Sent. Follow it below.')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  // A second tap does not pay again.
  await expect(dialog.getByLabel('Amount in USDT')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Pay with the wallet' }).click()
  await expect(dialog.getByText('Enter an amount of at least 1 USDT.')).toBeVisible()
  await expect(dialog.getByText('On its way: 25 USDT').first()).toBeAttached()
  await expect(dialog.getByText(`0 of ${CONFIRMATIONS} confirmations`)).toBeInViewport()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await world.mine(CONFIRMATIONS)
  await expect(dialog.getByText('Credited: 0.05750034 SOL').first()).toBeAttached()
  await expect(page.getByText('Your deposit is credited: 0.05750034 SOL')).toBeVisible()

  // An amount above the balance is refused before the wallet is asked.
  await dialog.getByLabel('Amount in USDT').fill('9'.repeat(81))
  await expect(dialog.getByText('You can pay at most 999,999,999 USDT at once.')).toBeVisible()
})

test('a payment that the wallet never answered counts as maybe sent, through a reload, and is credited when it arrives', async ({
  page,
  world,
  server,
}) => {
  const account = world.accounts[3] as PrivateKeyAccount
  const wallet = await walletOf(page, world, account)
  wallet.policy.send = 'hang'
  await beginLoggedIn(page, await playerOf(server, account))
  await beginConnected(page, wallet)
  await openPage(page, '/?panel=web3')
  const dialog = panel(page)
  await dialog.getByLabel('Coin and network').selectOption({ label: 'ETH · Sepolia' })
  await dialog.getByLabel('Amount in ETH').fill('0.01')
  await dialog.getByRole('button', { name: 'Pay with the wallet' }).click()
  await expect.poll(() => wallet.methods()).toContain('eth_sendTransaction')
  // A lock held by another tab means that it still waits for the wallet. Until it is released, nothing is
  // shown.
  const other = await page.context().newPage()
  await openPage(other, '/counter')
  await other.evaluate(
    () => void navigator.locks.request('koi-wallet-payment', { mode: 'shared' }, () => new Promise(() => {})),
  )
  await page.reload()
  await expect(dialog.getByLabel('Coin and network')).toBeVisible()
  await expect(dialog.getByText('May have been sent: 0.01 ETH')).toHaveCount(0)
  await other.close()
  await expect(dialog.getByText('May have been sent: 0.01 ETH')).toBeVisible()

  wallet.policy.send = -32_603
  await dialog.getByLabel('Coin and network').selectOption({ label: 'ETH · Sepolia' })
  await dialog.getByLabel('Amount in ETH').fill('0.02')
  await dialog.getByRole('button', { name: 'Pay with the wallet' }).click()
  await expect(dialog.getByText('The payment may have gone through')).toBeVisible()
  await expect(dialog.getByLabel('Amount in ETH')).toHaveValue('')
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await world.payOwnCoin(account, 10n ** 16n)
  await world.mine(CONFIRMATIONS)
  await expect(dialog.getByText(/^Credited: /).first()).toBeAttached()
  await expect(dialog.getByText('May have been sent: 0.02 ETH')).toBeVisible()
})

test('a player without a wallet connects one, links it, and pays practice money from the practice chain', async ({
  page,
  world,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  const [, account, stranger] = world.accounts
  if (!account || !stranger) throw new Error('The chain has no accounts')
  const wallet = await walletOf(page, world, account)
  await beginLoggedIn(page, await playerOf(server, account))
  await openPage(page, '/?panel=web3')
  const dialog = panel(page)
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await installedRow(page, wallet.name).click()
  await expect(dialog.getByLabel('Coin and network')).toBeVisible()

  await wallet.setAccounts([stranger])
  await expect(dialog.getByText('Sign once, then pay')).toBeVisible()
  wallet.policy.sign = 4001
  await dialog.getByRole('button', { name: 'Sign with this wallet' }).click()
  await expect(dialog.getByText('You declined the request. Nothing changed.')).toBeVisible()
  wallet.policy.sign = 'approve'
  await dialog.getByRole('button', { name: 'Sign with this wallet' }).click()
  await expect(dialog.getByLabel('Coin and network')).toBeVisible()
  await wallet.setAccounts([account])

  await dialog.getByLabel('Coin and network').selectOption({ label: 'USDB · Blast Sepolia' })
  await expect(dialog.getByText('None on the practice chain')).toBeVisible()
  await dialog.getByLabel('Amount in USDB').fill('25')
  // Both the answer and the page are lost. Paying the same amount again repeats the same payment.
  await page.route('**/simulate', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const keys = keysSent(page, '/user/wallet-deposits')
  const pay = dialog.getByRole('button', { name: 'Send practice USDB' })
  await pay.click()
  await expect(dialog.getByText('The payment did not go through')).toBeVisible()
  await page.unroute('**/simulate')
  await page.reload()
  await dialog.getByLabel('Coin and network').selectOption({ label: 'USDB · Blast Sepolia' })
  await dialog.getByLabel('Amount in USDB').fill('25')
  await pay.click()
  await expect(dialog.getByText('Sent. Follow it below.')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  await expect(dialog.getByText('Credited: 0.05750034 SOL').first()).toBeAttached()
  expect(wallet.methods()).not.toContain('eth_sendTransaction')
})
