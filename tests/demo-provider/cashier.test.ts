import { mkdtempSync, readFileSync, appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openCashier, type Cashier } from '../../demo-provider/cashier.ts'
import { openTransactions, type Transaction } from '../../demo-provider/transactions.ts'
import { createWallet, type Wallet } from '../../demo-provider/wallet.ts'
import { openKeys } from '../../demo-provider/keys.ts'

const PURSE = { user: 'player', token: 'token', currency: 'USDT' }
const BET = { ...PURSE, game: 'lotus-wheel', round: 'round', amount: 100_000 }

const running: Cashier[] = []
afterEach(() => running.splice(0).forEach((cashier) => cashier.stop()))

/** An operator that takes each transaction once, and whose answers can be lost. */
function createOperator() {
  const asked: Transaction[] = []
  let isSilent = false
  let refusal: string | null = null
  const ask: Wallet['ask'] = (transaction) => {
    asked.push(transaction)
    if (isSilent) return Promise.resolve(null)
    return Promise.resolve({ status: refusal ?? 'RS_OK', balance: 500_000 })
  }
  return {
    asked,
    types: () => asked.map(({ type }) => type),
    silence: (silent: boolean) => (isSilent = silent),
    refuse: (status: string | null) => (refusal = status),
    wallet: { ask, insist: ask, balance: () => Promise.resolve(null) } satisfies Wallet,
  }
}

function open(folder: string, wallet: Wallet) {
  const transactions = openTransactions(folder)
  const cashier = openCashier(transactions, wallet)
  running.push(cashier)
  return { transactions, cashier }
}
const newFolder = () => mkdtempSync(join(tmpdir(), 'koi-studio-'))
const statesOf = (folder: string) => {
  const known = openTransactions(folder)
  const states = [...known.all()].map(({ type, state }) => `${type} ${state}`)
  known.close()
  return states
}

describe('the cashier of the test provider', () => {
  it('takes a stake and pays a win, each written down before it is asked', async () => {
    const folder = newFolder()
    const { wallet, types } = createOperator()
    const { cashier } = open(folder, {
      ...wallet,
      insist(transaction) {
        expect(readFileSync(join(folder, 'transactions.jsonl'), 'utf8')).toContain(transaction.id)
        return wallet.insist(transaction)
      },
    })
    const { bet } = await cashier.takeBet(BET)
    if (!bet) throw new Error('The bet was not taken')
    expect(await cashier.pay([bet], 200_000)).toBe(500_000)
    expect(types()).toEqual(['bet', 'win'])
    expect(statesOf(folder)).toEqual(['bet done', 'win done'])
  })

  it('rolls a bet back that has no answer, and goes on with it after a restart', async () => {
    const folder = newFolder()
    const operator = createOperator()
    operator.silence(true)
    const first = open(folder, operator.wallet)
    expect(await first.cashier.takeBet(BET)).toMatchObject({ bet: null, code: 'unavailable' })
    expect(first.cashier.waiting()).toBe(1)
    first.cashier.stop()
    first.transactions.close()

    operator.silence(false)
    const second = open(folder, operator.wallet)
    await expect.poll(() => second.cashier.waiting(), { timeout: 5_000 }).toBe(0)
    expect(operator.types()).toEqual(['bet', 'rollback'])
    expect(operator.asked[1]?.reference).toBe(operator.asked[0]?.id)
    // The operator had taken it, as it could roll it back.
    expect(statesOf(folder)).toEqual(['bet done', 'rollback done'])
  })

  it('rolls back rounds that a crash has cut off, and none that was paid', async () => {
    const folder = newFolder()
    const operator = createOperator()
    const first = open(folder, operator.wallet)
    const paid = await first.cashier.takeBet(BET)
    if (!paid.bet) throw new Error('The bet was not taken')
    await first.cashier.pay([paid.bet], 0)
    const cut = await first.cashier.takeBet({ ...BET, round: 'another' })
    first.cashier.stop()
    first.transactions.close()
    // A line that was being written when the power went.
    appendFileSync(join(folder, 'transactions.jsonl'), '[{"id":"half')

    const second = open(folder, operator.wallet)
    await expect.poll(() => second.cashier.waiting(), { timeout: 5_000 }).toBe(0)
    const backs = operator.asked.filter(({ type }) => type === 'rollback')
    expect(backs.map(({ reference }) => reference)).toEqual([cut.bet?.id])
    expect(statesOf(folder)).toEqual(['bet done', 'win done', 'bet done', 'rollback done'])
  })

  it('pays a win that had no answer until it has one, also after a restart', async () => {
    const folder = newFolder()
    const operator = createOperator()
    const first = open(folder, operator.wallet)
    const { bet } = await first.cashier.takeBet(BET)
    if (!bet) throw new Error('The bet was not taken')
    operator.silence(true)
    expect(await first.cashier.pay([bet], 200_000)).toBeNull()
    first.cashier.stop()
    first.transactions.close()

    operator.silence(false)
    const second = open(folder, operator.wallet)
    await expect.poll(() => second.cashier.waiting(), { timeout: 5_000 }).toBe(0)
    const [one, other] = operator.asked.filter(({ type }) => type === 'win')
    expect(other?.id).toBe(one?.id)
    expect(statesOf(folder)).toEqual(['bet done', 'win done'])
  })

  it('rolls back every refusal but those that say that nothing was taken', async () => {
    const folder = newFolder()
    const operator = createOperator()
    const { cashier } = open(folder, operator.wallet)
    operator.refuse('RS_ERROR_NOT_ENOUGH_MONEY')
    expect(await cashier.takeBet(BET)).toMatchObject({ bet: null, code: 'no_money', balance: 500_000 })
    operator.refuse('RS_ERROR_LIMIT_REACHED')
    expect(await cashier.takeBet(BET)).toMatchObject({ code: 'limit' })
    expect(cashier.waiting()).toBe(0)
    operator.refuse('RS_ERROR_USER_DISABLED')
    expect(await cashier.takeBet(BET)).toMatchObject({ code: 'blocked' })
    expect(cashier.waiting()).toBe(1)
    // Nothing was there to roll back.
    operator.refuse('RS_ERROR_TRANSACTION_DOES_NOT_EXIST')
    await expect.poll(() => cashier.waiting(), { timeout: 5_000 }).toBe(0)
    expect(statesOf(folder)).toEqual(['bet void', 'bet void', 'bet void', 'rollback void'])
  })
})

describe('the wallet of the operator', () => {
  it('is asked three times with the same bytes, each for a second at most', async () => {
    const bodies: string[] = []
    const wallet = createWallet({
      url: 'http://koi.invalid',
      key: openKeys(newFolder()).own,
      timeoutMs: 20,
      send: (_, options) =>
        new Promise((_resolve, reject) => {
          const { body } = options ?? {}
          bodies.push(Buffer.isBuffer(body) ? body.toString() : '')
          options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    const bet: Transaction = { ...BET, id: 'bet', type: 'bet', reference: null, closes: false, at: '' }
    expect(await wallet.insist(bet)).toBeNull()
    expect(bodies).toHaveLength(3)
    expect(new Set(bodies).size).toBe(1)
  })
})
