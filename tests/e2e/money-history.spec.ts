import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test } from '../support/journey-players.ts'
import { keptBy } from '../support/offline-state.ts'

/** Fast blocks on the practice chain: the nineteen confirmations take moments. */
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const TRANSFERS = 31
/** Rows: the deposits, the practice money, and the bonus for the one deposit that is large enough. */
const LINES = TRANSFERS + 2
const EXPLORER = 'https://tronscan.example/#/transaction/'

const rows = (page: Page, name?: RegExp) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', name && { name }) })

test('a player scrolls through their money history, exports it as JSON, and reads it offline', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  const player = await newPlayer()
  const { token } = player
  await callApi(server, '/user/deposit-address', { method: 'PUT', token, body: { receives: 'sol-solana' } })
  for (let n = 0; n < TRANSFERS; n++) {
    const body = { amount: n === 0 ? '100' : '1.5', idempotencyKey: crypto.randomUUID() }
    await callApi(server, '/practice/transfers', { token, body })
  }
  const statuses = async () => {
    const path = '/transactions?group=deposit&limit=200'
    const { transactions } = await callApi<{ transactions: { status: string }[] }>(server, path, {
      method: 'GET',
      token,
    })
    return transactions.filter(({ status }) => status === 'credited').length
  }
  await expect.poll(statuses).toBe(TRANSFERS)
  // Adds an explorer, as real chains have one.
  await page.route('**/api/transactions**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as {
      data: { transactions: { txId?: string; explorerUrl?: string }[] }
    }
    for (const line of answer.data.transactions) if (line.txId) line.explorerUrl = EXPLORER + line.txId
    await route.fulfill({ response, json: answer })
  })
  await beginLoggedIn(page, player)
  await openPage(page, '/history?view=money')
  await expect(rows(page)).toHaveCount(30)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(LINES)
  await expect(main(page).getByText('This is everything.')).toBeVisible()

  // The bonus comes when its deposit is final, before or after the later deposits.
  await rows(page, /^Deposit .*1\.5/)
    .first()
    .click()
  const link = page.getByRole('dialog', { name: 'Deposit' }).getByRole('link')
  await expect(link).toHaveAttribute('href', /^https:\/\/tronscan\.example\/#\/transaction\/[0-9a-f]{64}$/)
  await page.goBack()

  await button(page, 'Filter, export').click()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export JSON').click()])
  const lines = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, string>[]
  expect(lines).toHaveLength(LINES)
  expect(lines.find(({ kind }) => kind === 'deposit')).toMatchObject({
    status: 'credited',
    amount: '1.5',
    coin: 'usdt-tron',
    creditedCoin: 'sol-solana',
    txId: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(lines.filter(({ kind }) => kind === 'bonus-lock')).toMatchObject([{ amount: '180', status: 'done' }])

  await expect.poll(async () => (await keptBy(page)).answers).toContain('/transactions')
  await page.unroute('**/api/transactions**')
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(main(page).getByText('This was saved on this device.')).toBeVisible()
  expect(await rows(page).count()).toBeGreaterThanOrEqual(30)
})
