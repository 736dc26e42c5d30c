// Any sequence of operations keeps the invariants of the ledger. Most sequences run through the planning code and a
// plain model of the ledger, which is fast. Others also run on both databases, where each answer and each balance must
// equal the model's. `npm run test:all` runs 10,000 on each of the three.
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import type { Reservation } from '#server/ledger/movements.ts'
import { seed } from '#server/seed.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import type { Database, Tables, WithdrawalRow } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import * as move from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { LEDGER } from '#server/books/ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { createLogger } from '#server/base/logger.ts'
import { LedgerModel, nameOf, refused, type Outcome } from '../support/ledger-model.ts'
import { TERMS } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { openPGlite } from '../support/pglite.ts'
import { startPooledPostgres } from '../support/pgbouncer.ts'
import { repeats } from '../core.ts'
import { failSayingSeed, TEST_SEED } from '../support/test-seed.ts'

const PURE_SEQUENCES = repeats(1_000, 10_000)
const DATABASE_SEQUENCES = repeats(30, 10_000)
/** Ten thousand sequences take some minutes. */
const DATABASE_MS = 40_000 + DATABASE_SEQUENCES * 150
const AT = Date.parse('2026-03-01T12:00:00Z')
const COINS = ['usdt-tron', 'sol-solana'] as const

/** Few names and amounts, so that keys, transfers and balances often collide. */
const operation = fc.record({
  verb: fc.constantFrom(
    ...(['deposit', 'deposit', 'grant', 'stake', 'payout', 'round', 'round', 'lock', 'release'] as const),
    ...([
      'forfeit',
      'reserve',
      'complete',
      'cancel',
      'rakeback',
      'referral',
      'close',
      'overdraft',
      'twice',
    ] as const),
  ),
  who: fc.nat(1),
  coin: fc.constantFrom(...COINS),
  amount: fc.bigInt(1n, 60n),
  /** The payout of a round, the fee of a withdrawal, or the amount that a deposit is converted into. */
  second: fc.bigInt(0n, 60n),
  id: fc.nat(2),
  /** 0 repeats an earlier operation, as after a lost answer. */
  again: fc.nat(5),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never
const sequence = fc
  .array(operation, { minLength: 1, maxLength: 14 })
  .map((operations) =>
    operations.map((each, n) => (each.again === 0 && n > 0 ? (operations[each.id % n] ?? each) : each)),
  )

/** Where a sequence runs. Names of different stages never collide. */
interface Stage {
  readonly name: string
  readonly players: readonly number[]
  readonly reservation: (of: Pick<WithdrawalRow, 'id' | 'account_id'>) => Promise<Reservation> | Reservation
}

interface Step {
  readonly transaction: LedgerTransaction
  /** Expected change of the player's balances: available, locked, pending. */
  readonly promise: readonly [bigint, bigint, bigint]
  readonly player: number
  readonly coin: string
}

async function stepOf(operation: Operation, stage: Stage): Promise<Step> {
  const { verb, who, coin, amount, second } = operation
  const player = stage.players[who] ?? 0
  const id = `${stage.name}-${operation.id}`
  const money = { player, coin, amount }
  const transfer = (use: string) => ({ chain: 'tron', txId: `${use}-${id}`, logIndex: 0 })
  const step = (transaction: LedgerTransaction, ...promise: Step['promise']) => ({
    transaction,
    promise,
    player,
    coin,
  })
  switch (verb) {
    case 'deposit': {
      const other = COINS.find((each) => each !== coin) ?? coin
      if (second % 2n === 0n || second === 0n) {
        return step(move.creditDeposit({ ...money, transfer: transfer('in') }), amount, 0n, 0n)
      }
      const transaction = move.creditDeposit({
        ...money,
        coin: other,
        transfer: transfer('in'),
        credited: { coin, amount: second },
      })
      return step(transaction, second, 0n, 0n)
    }
    case 'grant':
      return step(move.grantPracticeMoney(money), amount, 0n, 0n)
    case 'stake':
      return step(move.placeStake({ ...money, bet: id, game: 'dice' }), -amount, 0n, 0n)
    case 'payout':
      return step(move.settlePayout({ ...money, bet: id, game: 'dice' }), amount, 0n, 0n)
    case 'round': {
      const round = move.playRound({ ...money, payout: second, bet: id, game: 'dice' })
      return step(round, second - amount, 0n, 0n)
    }
    case 'lock':
      return step(move.lockBonus({ ...money, bonus: id }), 0n, amount, 0n)
    case 'release': {
      const release = move.releaseBonus({ ...money, bonus: id, step: `${second % 3n}` })
      return step(release, amount, -amount, 0n)
    }
    case 'forfeit':
      return step(move.forfeitBonus({ ...money, bonus: id }), 0n, -amount, 0n)
    case 'reserve':
      return step(move.reserveWithdrawal({ ...money, withdrawal: id }), -amount, 0n, amount)
    case 'complete': {
      const reserved = await stage.reservation({ id, account_id: player })
      // Sometimes the transfer of a deposit, too.
      const sent = { transfer: transfer(second % 5n === 0n ? 'in' : 'out'), fee: second % 4n }
      const transaction = move.completeWithdrawal(reserved, sent)
      return {
        transaction,
        promise: [0n, 0n, -reserved.amount],
        player: reserved.player,
        coin: reserved.coin,
      }
    }
    case 'cancel': {
      const reserved = await stage.reservation({ id, account_id: player })
      const promise = [reserved.amount, 0n, -reserved.amount] as const
      const transaction = move.cancelWithdrawal(reserved)
      return { transaction, promise, player: reserved.player, coin: reserved.coin }
    }
    case 'rakeback':
      return step(move.payReward({ kind: 'rakeback', ...money, key: id }), amount, 0n, 0n)
    case 'referral':
      return step(move.payReward({ kind: 'referral', ...money, key: id }), amount, 0n, 0n)
    case 'close': {
      const held = [{ coin, available: amount, locked: second, pending: 0n }]
      return step(move.forfeitAccount({ player, held }), -amount, -second, 0n)
    }
    case 'twice': {
      // The transfer of a deposit under another key, as a bug could do.
      const deposit = move.creditDeposit({ ...money, transfer: transfer('in') })
      return step({ ...deposit, key: `twice/${id}` }, amount, 0n, 0n)
    }
    case 'overdraft':
      return step(move.placeStake({ ...money, amount: 10_000n, bet: id, game: 'dice' }), -10_000n, 0n, 0n)
  }
}

/** Remembers reservations, as the database does. */
function modelStage(name: string, players: readonly number[]) {
  const reservations = new Map<string, Reservation>()
  const model = new LedgerModel()
  const held = ({ player, coin }: Step) =>
    (['available', 'locked', 'pending'] as const).map(
      (kind) => model.balances.get(nameOf({ kind, coin, player })) ?? 0n,
    )
  const stage: Stage = {
    name,
    players,
    reservation({ id, account_id: player }) {
      const found = reservations.get(`${player} ${id}`)
      if (!found) throw new LedgerError('unknown_reservation', id)
      return found
    },
  }
  return {
    model,
    stage,
    /** Posts, and checks every invariant that one step can break. */
    async play(operation: Operation): Promise<Outcome> {
      const outcome = await outcomeOf(async () => {
        const step = await stepOf(operation, stage)
        const before = held(step)
        const posted = model.post(step.transaction)
        const change = held(step).map((balance, n) => balance - (before[n] ?? 0n))
        expect(change).toEqual(posted.result === 'posted' ? step.promise : [0n, 0n, 0n])
        if (posted.result === 'posted' && step.transaction.kind === 'withdrawal-reserve') {
          const { player, coin } = step
          const withdrawal = step.transaction.subject ?? ''
          reservations.set(`${player} ${withdrawal}`, { withdrawal, player, coin, amount: step.promise[2] })
        }
        return posted
      })
      for (const sum of model.sums().values()) expect(sum).toBe(0n)
      for (const [account, balance] of model.balances) {
        if (!account.startsWith('house')) expect(balance >= 0n, account).toBe(true)
      }
      expect(model.externalPostings).toBe(model.transfers)
      return outcome
    },
  }
}

async function outcomeOf(play: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await play()
  } catch (error) {
    if (error instanceof LedgerError) return refused(error.code)
    throw error
  }
}

interface Opened {
  readonly db: Database
  close(): Promise<void>
}

async function openLite(): Promise<Opened> {
  const db = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
  return { db, close: () => db.destroy() }
}

async function openPostgres(): Promise<Opened> {
  const server = await startPooledPostgres()
  const { db, close } = await openDatabase({ databaseUrl: server.url, dataDir: '' }, createLogger('silent'))
  return { db, close: () => close().then(server.stop) }
}

describe('any sequence of operations', () => {
  it('balances, overdraws nobody and posts each transfer once, in the plan', async () => {
    const results = new Map<string, number>()
    await fc
      .assert(
        fc.asyncProperty(sequence, async (operations) => {
          const { play } = modelStage('s', [1, 2])
          for (const operation of operations) {
            const { result } = await play(operation)
            results.set(result, (results.get(result) ?? 0) + 1)
          }
        }),
        { numRuns: PURE_SEQUENCES, seed: TEST_SEED },
      )
      .catch(failSayingSeed)
    // The sequences prove something only if every answer occurs often.
    for (const result of [
      ...['posted', 'replayed', 'insufficient_funds', 'idempotency_conflict', 'unknown_reservation'],
      'transfer_already_posted',
    ]) {
      expect(results.get(result), result).toBeGreaterThan(PURE_SEQUENCES / 100)
    }
  })

  it.each([
    ['PGlite', openLite],
    ['PostgreSQL', openPostgres],
  ])(
    'has the same answers and balances in %s',
    async (_, open) => {
      const { db, close } = await open()
      await migrate(db, seed)
      let run = 0
      await fc
        .assert(
          fc.asyncProperty(sequence, async (operations) => {
            // Two players of one bucket, whose keys can collide.
            const opened = await openLedgerPlayers(db, BUCKETS + 1)
            const players = [opened[0] ?? 0, opened[BUCKETS] ?? 0]
            const name = `s${++run}`
            const { model, play } = modelStage(name, players)
            const stage: Stage = { name, players, reservation: (of) => readReservation(db, of) }
            for (const operation of operations) {
              const actual = await outcomeOf(async () => {
                const { transaction } = await stepOf(operation, stage)
                const posted = await postTransaction(db, transaction, AT)
                const balances = posted.balances.map((each) => [nameOf(each), each.balance])
                return {
                  result: posted.isReplay ? 'replayed' : 'posted',
                  balances: Object.fromEntries(balances) as Outcome['balances'],
                }
              })
              expect(actual).toEqual(await play(operation))
            }
            for (const player of players) {
              for (const { coin, available, locked, pending } of await balancesOf(db, player)) {
                for (const [kind, balance] of Object.entries({ available, locked, pending })) {
                  expect(balance).toBe(model.balances.get(`${player} ${coin} ${kind}`) ?? 0n)
                }
              }
            }
          }),
          { numRuns: DATABASE_SEQUENCES, seed: TEST_SEED },
        )
        .catch(failSayingSeed)
      const { coins, faults } = await reconcile(db, TERMS, [LEDGER])
      // The only faults are transfers posted under a second key.
      expect(faults.filter(({ where }) => !where.includes('twice/'))).toEqual([])
      expect([...new Set(faults.map(({ kind }) => kind))]).toEqual(['key_differs'])
      expect(coins.map(({ sum }) => sum)).toEqual([0n, 0n])
      await close()
    },
    DATABASE_MS,
  )
})
