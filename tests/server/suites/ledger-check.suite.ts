import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '#server/books/check-ledger.ts'
import { reconcile, reconcileView, SUBJECTS } from '#server/books/reconcile.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_ROWS, readMarks, rowsAfter } from '#server/ledger/ledger-rows.ts'
import { gameSumsOf } from '#server/ledger/game-sums.ts'
import { grantPracticeMoney, playRound } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { readGameReturns } from '#server/transparency/game-returns.ts'
import { openBooksWorld, type BooksWorld } from '../../support/books-world.ts'
import { TERMS } from '../../support/books.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { registerBet } from '../../support/register-bet.ts'
import { someOf } from '../../support/test-seed.ts'
import { FORGERIES, prepareForgeries, withForgery } from './books.suite.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 'usdt-tron'
const AT = Date.parse('2026-06-01T12:00:00Z')
/**
 * These change no balance, no register and no sum. They are found when their slice is read again, or by the changed
 * row.
 */
const FOUND_BY_SLICES = [
  'the same key for two grants',
  'a payout on another game than the stake',
  'a bet that was lost, as one that was won',
  'a multiplier that is not what was paid',
  'a bet given to another player in its register',
  'the moment of a bet moved',
  'a payout told as a stake that was given back',
  'a round that was settled and is still open',
  'an open round erased, and its stake kept',
  'a bet erased, and its money kept',
  'a nonce left out',
  'a nonce used by a bet and an open round',
  'a receipt erased',
  'the last receipt erased',
  'a receipt with another payout',
  'a receipt of another bet',
  'a receipt that is no text of that kind',
  'bets of a player counted twice',
  'an auto-play that has lost less',
  'a fingerprint changed',
  'what a posting left, changed',
  'a posting whose coin is said to be another one',
]

export function ledgerCheckSuite(backend: TestBackend): void {
  describe('a check of the ledger that resumes from the last one', () => {
    describe('after a forgery in a checked part', () => {
      let db: Database
      let world: BooksWorld

      beforeAll(async () => {
        db = await backend.fresh()
        world = await openBooksWorld(db)
        await prepareForgeries(db)
        expect(await checkLedger(db, world.terms, { sliceBudgetMs: 0 })).toMatchObject({
          faults: [],
          slices: 65,
        })
        expect((await readMarks(db)).size).toBeGreaterThan(0)
        // The database may count earlier changes of the test late: then everything is read once more.
        await vi.waitFor(async () => {
          const again = await checkLedger(db, world.terms, { sliceBudgetMs: 0 })
          expect(again).toEqual({ faults: [], slices: 0, wholeBecause: null })
        }, 30_000)
      })

      // Each takes two full comparisons.
      const forgeries = someOf(FORGERIES, 6)
      const unseen: string[] = []
      for (const [what, forge, kind] of forgeries) {
        it(`shows ${what}`, async () => {
          const { atOnce, bySlices } = await withForgery(db, world, forge, async (trx) => {
            const look = async (rows = ALL_ROWS) =>
              (await reconcileView(trx, world.terms, SUBJECTS, rows)).faults.map((fault) => fault.kind)
            return {
              atOnce: await look(rowsAfter(await readMarks(trx))),
              bySlices: await look(rowsAfter(new Map())),
            }
          })
          expect(bySlices).toContain(kind)
          if (atOnce.length === 0) unseen.push(what)
        })
      }

      it('shows at once each forgery that changes a balance, a register or a later row', () => {
        const names = new Set(forgeries.map(([what]) => what))
        expect(unseen).toEqual(FOUND_BY_SLICES.filter((what) => names.has(what)))
      })
    })

    describe('of play', () => {
      let db: Database
      let players: number[]
      let n = 0

      beforeEach(async () => {
        db = await backend.fresh()
        players = await openLedgerPlayers(db, 3)
        for (const player of players) {
          await postTransaction(db, grantPracticeMoney({ player, coin: USDT, amount: 1_000_000_000n }), AT)
        }
      })

      const play = async (rounds: number) => {
        for (let i = 0; i < rounds; i++) {
          n += 1
          const [player = 0] = players.slice(n % players.length)
          const payout = BigInt(n % 7)
          const bet = { player, coin: USDT, amount: 3n, payout, bet: `${n}`, game: n % 2 ? 'dice' : 'mines' }
          await db.transaction().execute(async (trx) => {
            await registerBet(trx, { ...bet, at: AT })
            await postTransaction(trx, playRound(bet), AT)
          })
        }
      }
      const check = (sliceBudgetMs = 0) => checkLedger(db, TERMS, { sliceBudgetMs })
      /** Time for all slices: on a busy machine one slice could use up the time of many checks. */
      const checkAllSlices = async () => (await check(600_000)).faults.map(({ kind }) => kind)
      const nextSlice = async () => {
        const { rows } = await sql<{ next: number }>`select next_slice as next from ledger_check`.execute(db)
        return rows[0]?.next ?? NaN
      }

      it('adds up new bets, and the public figures use its sums', async () => {
        await play(5)
        expect((await check()).wholeBecause).toMatch(/no earlier check/)
        for (let round = 0; round < 3; round++) {
          await play(4)
          expect(await check()).toEqual({ faults: [], wholeBecause: null, slices: 0 })
        }
        await play(3)
        expect((await reconcile(db, TERMS)).faults).toEqual([])
        const { rows } = await sql<{ kept: string; newest: string; bets: string }>`
          select (select sum(postings) from ledger_check_account) as kept, (select sum(bets) from ledger_check_game) as bets,
            (select count(*) from ledger_posting) as newest`.execute(db)
        expect(Number(rows[0]?.bets)).toBe(17)
        expect(Number(rows[0]?.kept)).toBeLessThan(Number(rows[0]?.newest))
        const { rows: sums } = await sql<
          Record<'game' | 'bets' | 'staked' | 'paid' | 'ss' | 'pp' | 'sp', string>
        >`
          select game, sum(bets) as bets, sum(staked) as staked, sum(paid) as paid, sum(staked_squares) as ss,
            sum(paid_squares) as pp, sum(products) as sp from ${gameSumsOf(ALL_ROWS)} all_of_them
          group by game order by game`.execute(db)
        const told = await db.transaction().execute(readGameReturns)
        expect(told).toEqual(
          sums.map(({ game, bets, staked, paid, ss, pp, sp }) => ({
            game,
            coin: USDT,
            bets: Number(bets),
            staked: BigInt(staked),
            paid: BigInt(paid),
            squares: { staked: Number(ss), paid: Number(pp), products: Number(sp) },
          })),
        )
        expect(told.reduce((sum, { bets }) => sum + bets, 0)).toBe(20)
      })

      it('adds up squares exactly, for bets in any order', async () => {
        // The squares are far beyond 2⁵³, where floats round, depending on the order.
        const stakes = Array.from({ length: 15 }, () => [500_000_000n, 13_370_001n]).flat()
        const [player = 0] = players
        const stake = async (game: string, amounts: readonly bigint[]) => {
          for (const amount of amounts) {
            n += 1
            const bet = { player, coin: USDT, amount, payout: amount, bet: `${n}`, game }
            await db.transaction().execute(async (trx) => {
              await registerBet(trx, { ...bet, at: AT })
              await postTransaction(trx, playRound(bet), AT)
            })
          }
        }
        await stake('dice', stakes)
        await stake(
          'mines',
          stakes.toSorted((a, b) => Number(a - b)),
        )
        await check()
        await stake('dice', stakes.toReversed())
        await stake('mines', stakes)
        expect(await check()).toEqual({ faults: [], wholeBecause: null, slices: 0 })
        expect((await reconcile(db, TERMS)).faults).toEqual([])
        const { rows } = await sql<Record<'staked' | 'paid' | 'products', string>>`
          select staked_squares as staked, paid_squares as paid, products from ledger_check_game`.execute(db)
        const exact = stakes.reduce((sum, amount) => sum + 2n * amount ** 2n, 0n).toString()
        expect(rows).toEqual(
          Array.from({ length: 2 }, () => ({ staked: exact, paid: exact, products: exact })),
        )
      })

      it('never reads everything again because money moves meanwhile', async () => {
        await check()
        const ended = new AbortController()
        const playing = Promise.all(
          [1, 2, 3].map(async () => {
            while (!ended.signal.aborted) await play(1)
          }),
        )
        try {
          for (let i = 0; i < 12; i++) {
            expect(await check(20)).toMatchObject({ faults: [], wholeBecause: null })
          }
        } finally {
          ended.abort()
          await playing
        }
        expect((await reconcile(db, TERMS)).faults).toEqual([])
      }, 120_000)

      it('goes on with the next slices as time allows, and saves time later that it overran', async () => {
        await play(3)
        await check()
        const before = await nextSlice()
        const { slices } = await check(1)
        expect(slices).toBeGreaterThan(0)
        expect(slices).toBeLessThan(65)
        expect(await nextSlice()).toBe(before + slices)
        expect((await check()).slices).toBe(0)
        expect((await check(600_000)).slices).toBe(65)
        expect(await nextSlice()).toBe(before + slices)
      })

      it('finds a row added below the checked ones once that slice is read again', async () => {
        await play(3)
        await check()
        await forge(`insert into ledger_transaction (bucket, id, key, fingerprint, kind, subject, at, lines)
          overriding system value
          select bucket, -5, 'bet/forged/stake', fingerprint, kind, subject, at, lines from ledger_transaction
          where kind = 'round' limit 1`)
        expect((await check()).faults).toEqual([])
        expect(await checkAllSlices()).toContain('transaction_unbalanced')
      })

      it('finds a key that was used in two buckets', async () => {
        await play(3)
        await check()
        await forge(
          `update ledger_transaction set key = (select key from ledger_transaction where kind = 'round'
            and bucket <> doubled.bucket limit 1) from (select bucket, id from ledger_transaction
            where kind = 'round' limit 1) doubled
            where (ledger_transaction.bucket, ledger_transaction.id) = (doubled.bucket, doubled.id)`,
        )
        expect(await checkAllSlices()).toContain('key_doubled')
      })

      it('finds sums that were changed together with a balance, and recomputes them', async () => {
        await play(3)
        await check()
        await forge(
          `update ledger_account set balance = balance + 5 where kind = 'house' and balance <> 0`,
          `update ledger_check_account set total = total + 5 where kind = 'house' and total <> 0`,
          `update ledger_account set balance = balance - 5 where kind = 'available'`,
          `update ledger_check_account set total = total - 5 where kind = 'available'`,
        )
        const found = await checkAllSlices()
        expect(found).toEqual(expect.arrayContaining(['checkpoint_differs', 'balance_differs']))
        await forge(
          `update ledger_account set balance = balance - 5 where kind = 'house' and balance <> 0`,
          `update ledger_account set balance = balance + 5 where kind = 'available'`,
        )
        expect(new Set((await check()).faults.map(({ kind }) => kind))).toEqual(
          new Set(['checkpoint_differs']),
        )
        expect((await check()).faults).toEqual([])
        expect(await check()).toMatchObject({ faults: [], wholeBecause: null })
      })

      it('reads everything when immutable rows were changed', async () => {
        await play(3)
        await check()
        await forge(`update ledger_transaction set subject = 'plinko' where kind = 'round'`)
        // PostgreSQL counts a session's changes after a second.
        await expect
          .poll(async () => (await check()).faults.map(({ kind }) => kind), {
            timeout: 10_000,
            interval: 200,
          })
          .toContain('fingerprint_differs')
      })

      it('reads everything when bets were changed', async () => {
        await play(3)
        await check()
        await forge('alter table bet drop constraint bet_pays', 'update bet set payout = payout + 1')
        await expect
          .poll(async () => (await check()).faults.map(({ kind }) => kind), {
            timeout: 10_000,
            interval: 200,
          })
          .toEqual(expect.arrayContaining(['bet_unknown', 'bet_unposted', 'receipt_differs']))
      })

      it('finds at once money of a bet that no register has, and changed counts by slices', async () => {
        await play(3)
        await check()
        await forge('update play_account set bets = bets + 1')
        expect((await check()).faults).toEqual([])
        expect(await checkAllSlices()).toContain('play_count_differs')
        await forge('update play_account set bets = bets - 1')
        expect((await check()).faults).toEqual([])
        const [player = 0] = players
        const bet = { player, coin: USDT, amount: 3n, payout: 9n, bet: '999999', game: 'dice' }
        await postTransaction(db, playRound(bet), AT)
        expect((await check()).faults.map(({ kind }) => kind)).toEqual(['bet_unknown'])
      })

      it('reads everything when it runs with other terms', async () => {
        await check()
        const live = { ...TERMS, mode: 'live' } as const
        const { faults, wholeBecause } = await checkLedger(db, live, { sliceBudgetMs: 0 })
        expect(wholeBecause).toMatch(/compared with/)
        expect(faults.map(({ kind }) => kind)).toContain('grant_differs')
      })

      async function forge(...statements: string[]) {
        await db.transaction().execute(async (trx) => {
          await sql`set local session_replication_role = replica`.execute(trx)
          for (const statement of statements) await sql.raw(statement).execute(trx)
        })
      }
    })
  })
}
