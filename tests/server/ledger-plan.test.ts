import { describe, expect, it } from 'vitest'
import type { LedgerAccount, LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import * as move from '#server/ledger/movements.ts'
import { planTransaction } from '#server/ledger/plan-transaction.ts'

const COIN = 'usdt-tron'
const HOUSE: LedgerAccount = { kind: 'house', coin: COIN }
const BONUS: LedgerAccount = { kind: 'bonus', coin: COIN }
const PLAYER: LedgerAccount = { kind: 'available', coin: COIN, player: 1 }
const TRANSFER = { chain: 'tron', txId: 'ab'.repeat(32), logIndex: 0 }
const MONEY = { player: 1, coin: COIN, amount: 5n }

const transaction = (more: Partial<LedgerTransaction>): LedgerTransaction => ({
  key: 'k',
  kind: 'payout',
  moves: [{ from: HOUSE, to: PLAYER, amount: 5n }],
  ...more,
})
const depositBy = (transfer: Partial<typeof TRANSFER>) =>
  move.creditDeposit({ ...MONEY, transfer: { ...TRANSFER, ...transfer } })

describe('a planned transaction', () => {
  it.each<[string, string, Partial<LedgerTransaction>]>([
    ['no key', 'invalid_transaction', { key: '' }],
    ['a key that is too long', 'invalid_transaction', { key: 'k'.repeat(301) }],
    ['an empty subject', 'invalid_transaction', { subject: '' }],
    ['no move', 'invalid_transaction', { moves: [] }],
    [
      'too many moves',
      'invalid_transaction',
      { moves: Array.from({ length: 51 }, () => ({ from: HOUSE, to: PLAYER, amount: 1n })) },
    ],
    [
      'money that belongs to no player',
      'invalid_transaction',
      { moves: [{ from: HOUSE, to: BONUS, amount: 5n }] },
    ],
    [
      'money of two players',
      'invalid_transaction',
      { moves: [{ from: PLAYER, to: { ...PLAYER, player: 65 }, amount: 5n }] },
    ],
    ['an amount of zero', 'invalid_amount', { moves: [{ from: HOUSE, to: PLAYER, amount: 0n }] }],
    ['a negative amount', 'invalid_amount', { moves: [{ from: HOUSE, to: PLAYER, amount: -5n }] }],
    [
      'different coins on the two sides',
      'unbalanced',
      { moves: [{ from: { kind: 'house', coin: 'sol-solana' }, to: PLAYER, amount: 5n }] },
    ],
    ['a transfer without a posting', 'invalid_transfer', { transfer: TRANSFER }],
    [
      'an external posting without its transfer',
      'invalid_transfer',
      { moves: [{ from: { kind: 'deposit', coin: COIN }, to: PLAYER, amount: 5n }] },
    ],
  ])('is refused with %s', (_, code, more) => {
    expect(() => planTransaction(transaction(more))).toThrow(expect.objectContaining({ code }))
  })

  it.each([
    ['an id in capitals', { txId: `0x${'AB'.repeat(32)}` }],
    ['no id', { txId: '' }],
    ['an invalid chain', { chain: 'Tron!' }],
    ['a log index below -1', { logIndex: -2 }],
    ['a broken log index', { logIndex: 0.5 }],
  ])('is refused with a transfer of %s', (_, transfer) => {
    expect(() => planTransaction(depositBy(transfer))).toThrow(
      expect.objectContaining({ code: 'invalid_transfer' }),
    )
  })

  it('accepts ids of Solana, which have capitals, and native coins, which have no log', () => {
    const txId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    expect(planTransaction(depositBy({ chain: 'solana', txId, logIndex: -1 })).transfer).toMatchObject({
      txId,
    })
  })

  it('has a fingerprint of everything except its key', () => {
    const print = (more: Partial<LedgerTransaction>) =>
      planTransaction(transaction(more)).fingerprint.toString('hex')
    expect(print({ key: 'another' })).toBe(print({}))
    const others = [
      print({ kind: 'rakeback' }),
      print({ subject: 'dice' }),
      print({ moves: [{ from: PLAYER, to: HOUSE, amount: 5n }] }),
      planTransaction(depositBy({})).fingerprint.toString('hex'),
      planTransaction(depositBy({ logIndex: 1 })).fingerprint.toString('hex'),
    ]
    expect(new Set([print({}), ...others]).size).toBe(6)
  })

  it.each([
    ['a stake', () => move.placeStake({ ...MONEY, amount: 0n, bet: '1', game: 'dice' })],
    ['a negative payout', () => move.playRound({ ...MONEY, payout: -1n, bet: '1', game: 'dice' })],
    [
      'a fee that leaves nothing to send',
      () => move.completeWithdrawal({ ...MONEY, withdrawal: '1' }, { transfer: TRANSFER, fee: 5n }),
    ],
  ])('cannot be made without money: %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_amount' }))
  })

  it('credits a deposit in its own coin when nothing is converted', () => {
    const credited = { coin: COIN, amount: 6n }
    expect(() => move.creditDeposit({ ...MONEY, transfer: TRANSFER, credited })).toThrow(
      expect.objectContaining({ code: 'unbalanced' }),
    )
  })
})
