import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { callApi, type JourneyPlayer } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test } from '../support/journey-players.ts'
import type { KoiServer } from '../support/koi-server.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

/** Address of the well-known private key 1: use it for practice money only. */
const ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const SEPOLIA = 11_155_111
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Deposits 40 USDT from a linked wallet on the practice chain, without an exchange. */
async function payFromWallet(server: KoiServer, { token, password }: JourneyPlayer): Promise<void> {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const who = { address: wallet.address, chainId: SEPOLIA, password }
  const { message } = await callApi<{ message: string }>(server, '/user/wallets/message', {
    token,
    body: who,
  })
  const signature = await wallet.signMessage({ message })
  await callApi(server, '/user/wallets', { token, body: { message, signature, label: 'Practice' } })
  const body = {
    chainId: SEPOLIA,
    coin: 'usdt-ethereum',
    receives: 'usdt-ethereum',
    amount: '40',
    sender: wallet.address,
    idempotencyKey: randomUUID(),
  }
  const { id } = await callApi<{ id: string }>(server, '/user/wallet-deposits', { token, body })
  await callApi(server, `/user/wallet-deposits/${id}/simulate`, { token })
  type Balances = { coin: string; available: string }[]
  const held = async () =>
    (await callApi<Balances>(server, '/balances', { method: 'GET', token })).find(
      ({ coin }) => coin === 'usdt-ethereum',
    )?.available
  await expect.poll(held).toBe('40')
}

test('practice money goes out on an EVM chain after a refused address, and the player follows it in the history', async ({
  page,
  newPlayer,
  server,
}) => {
  const player = await newPlayer()
  await payFromWallet(server, player)
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw')
  const option = page.getByLabel('Coin and network')
  await expect(option.getByRole('option')).toHaveText(['USDT · TRON (1,000.00)', 'USDT · Sepolia (40.00)'])
  await option.selectOption({ label: 'USDT · Sepolia (40.00)' })
  await expect(page).toHaveURL(/option=usdt-ethereum/)

  // A wrong letter breaks the checksum, and a TRON address is invalid on this chain.
  await page.getByLabel('Amount in USDT').fill('25.5')
  const field = page.getByLabel('Your address on Sepolia')
  await field.fill(ADDRESS.replace('E5F', 'e5F'))
  await button(page, 'Continue').click()
  await expect(page.getByText('a character is wrong')).toBeVisible()
  await field.fill('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC')
  await expect(page.getByText('a character is wrong')).toBeVisible()
  await field.fill(ADDRESS)
  await expect(main(page).getByText('24.5 USDT')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.reload()
  await expect(field).toHaveValue(ADDRESS)
  await button(page, 'Continue').click()

  const confirm = dialog(page, 'Check and confirm')
  await expect(confirm.getByText('To this address on Sepolia')).toBeVisible()
  await expect(confirm.getByText('0x7E5F').first()).toBeVisible()
  await confirm.getByLabel(/^I compared the first and last/).check()
  await confirm.getByLabel('Your password').fill(player.password)
  await confirm.getByRole('button', { name: 'Withdraw 25.5 USDT' }).click()

  const stages = dialog(page, 'Withdrawal')
  await expect(stages.getByRole('status').getByText('Confirmed')).toBeVisible()
  await expect(stages.getByText('Sepolia', { exact: true })).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.goBack()
  await expect(stages).toBeHidden()
  await expect(main(page).getByRole('button', { name: /25\.5 USDT/ })).toContainText('Confirmed')
  await expect(option).toHaveValue(/^usdt-ethereum/)

  await main(page).getByRole('link', { name: 'Money history' }).click()
  const row = main(page).getByRole('button', { name: /−25\.5 USDT/ })
  await expect(row).toBeVisible()
  await row.click()
  await expect(dialog(page, 'Withdrawal').getByText(ADDRESS)).toBeVisible()
})

test('the page lists what can be withdrawn when the player holds nothing, and fits small screens', async ({
  page,
  newPlayer,
  server,
}) => {
  const player = await newPlayer()
  await payFromWallet(server, player)
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw?option=usdt-ethereum.evm-11155111-practice')
  await expect(page.getByLabel('Your address on Sepolia')).toBeVisible()
  await expectFits(page, '/withdraw')
  for (const [coin, chain, amount] of [
    ['usdt-ethereum', 'evm-11155111-practice', '40'],
    ['usdt-tron', 'tron-practice', '1000'],
  ] as const) {
    const address = coin === 'usdt-tron' ? 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' : ADDRESS
    const { token, password } = player
    const body = { coin, chain, amount, fee: '1', address, idempotencyKey: randomUUID(), password }
    await callApi(server, '/user/withdrawals', { token, body })
  }
  await page.reload()
  await expect(main(page).getByText(/^You have nothing to withdraw yet/)).toContainText('ETH · Sepolia')
  await expectFits(page, '/withdraw')
})
