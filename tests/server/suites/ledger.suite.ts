import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { ExternalTransfer, LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf, readTotals } from '#server/ledger/balances.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { watchLedger } from '#server/books/ledger-watch.ts'
import * as move from '#server/ledger/movements.ts'
import { BUCKETS, bucketOf } from '#server/ledger/bucket.ts'
import { postTransaction, postTransactions, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { LEDGER } from '#server/books/ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { createLogger } from '#server/base/logger.ts'
import { faultsOf, TERMS } from '../../support/books.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { registerBet } from '../../support/register-bet.ts'
import { IS_CORE } from '../../core.ts'
import type { TestBackend } from './test-backend.ts'

const AT = Date.parse('2026-03-01T12:00:00Z')
const USDT = 'usdt-tron'
const SOL = 'sol-solana'
const GAME = 'dice'

export function ledgerSuite(backend: TestBackend): void {
  describe('the ledger', () => {
    let db: Database
    let player: number
    let other: number
    let n = 0
    const next = () => `${++n}`
    const transfer = () => ({ chain: 'evm-1', txId: next().padStart(64, 'a'), logIndex: 0 })

    const post = (transaction: LedgerTransaction, on: Database = db) => postTransaction(on, transaction, AT)
    const grant = async (amount: bigint, to = player) =>
      post(move.creditDeposit({ player: to, coin: USDT, amount, transfer: transfer() }))
    const stake = (amount: bigint, bet = next()) =>
      move.placeStake({ player, coin: USDT, amount, bet, game: GAME })
    const held = async (coin = USDT, of = player) =>
      (await balancesOf(db, of)).find((line) => line.coin === coin) ?? null
    const available = async () => (await held())?.available ?? 0n
    const count = async () => {
      const { rows } = await sql<{ n: string }>`select count(*) as n from ledger_posting`.execute(db)
      return Number(rows[0]?.n)
    }

    async function freshLedger(): Promise<void> {
      db = await backend.fresh()
    }
    beforeAll(freshLedger)
    beforeEach(async () => {
      const opened = await openLedgerPlayers(db, BUCKETS + 1)
      // In one bucket, where they could collide.
      ;[player = 0, other = 0] = [opened[0], opened[BUCKETS]]
    })

    describe('posting', () => {
      it('moves money for every verb, and the balances of a coin sum to zero', async () => {
        await post(move.grantPracticeMoney({ player, coin: USDT, amount: 1_000n }))
        await post(
          move.creditDeposit({
            player,
            coin: USDT,
            amount: 500n,
            transfer: transfer(),
            credited: { coin: SOL, amount: 7n },
          }),
        )
        await post(stake(100n))
        await post(move.settlePayout({ player, coin: USDT, amount: 150n, bet: next(), game: GAME }))
        const bet = { player, coin: USDT, bet: next(), game: GAME }
        const { balances } = await post(move.playRound({ ...bet, amount: 200n, payout: 50n }))
        expect(balances).toEqual([{ player, coin: USDT, kind: 'available', balance: 900n }])
        const bonus = { player, coin: USDT, bonus: next() }
        await post(move.lockBonus({ ...bonus, amount: 300n }))
        await post(move.releaseBonus({ ...bonus, amount: 120n, step: '1' }))
        await post(move.forfeitBonus({ ...bonus, amount: 80n }))
        await post(move.payReward({ kind: 'rakeback', player, coin: USDT, amount: 11n, key: next() }))
        await post(move.payReward({ kind: 'referral', player, coin: USDT, amount: 13n, key: next() }))
        await post(move.reserveWithdrawal({ player, coin: USDT, amount: 400n, withdrawal: next() }))
        expect(await balancesOf(db, player)).toEqual([
          { coin: USDT, available: 900n + 120n + 11n + 13n - 400n, locked: 100n, pending: 400n },
          { coin: SOL, available: 7n, locked: 0n, pending: 0n },
        ])
        const sums = new Map<string, bigint>()
        for (const { coin, balance } of await readTotals(db)) {
          sums.set(coin, (sums.get(coin) ?? 0n) + balance)
        }
        expect([...sums.values()]).toEqual([0n, 0n])
      })

      it('completes a withdrawal with its reservation, once, and then refuses to cancel it', async () => {
        await grant(1_000n)
        const withdrawal = next()
        await expect(readReservation(db, { id: withdrawal, account_id: player })).rejects.toMatchObject({
          code: 'unknown_reservation',
        })
        await post(move.reserveWithdrawal({ player, coin: USDT, amount: 600n, withdrawal }))
        const reservation = await readReservation(db, { id: withdrawal, account_id: player })
        expect(reservation).toEqual({ withdrawal, player, coin: USDT, amount: 600n })
        const complete = move.completeWithdrawal(reservation, { transfer: transfer(), fee: 20n })
        await post(complete)
        expect((await post(complete)).isReplay).toBe(true)
        await expect(post(move.cancelWithdrawal(reservation))).rejects.toMatchObject({
          code: 'idempotency_conflict',
        })
        expect(await held()).toMatchObject({ available: 400n, pending: 0n })
      })

      it('refunds a cancelled withdrawal in full', async () => {
        await grant(1_000n)
        const withdrawal = next()
        await post(move.reserveWithdrawal({ player, coin: USDT, amount: 600n, withdrawal }))
        await post(move.cancelWithdrawal(await readReservation(db, { id: withdrawal, account_id: player })))
        expect(await held()).toMatchObject({ available: 1_000n, pending: 0n })
      })

      it('keeps amounts beyond the precision of floats, and refuses more than 64 bits', async () => {
        // The house has the same amount with the other sign, and would overflow first in a ledger with other players.
        await freshLedger()
        const [whale = 0, small = 0] = await openLedgerPlayers(db, 2)
        const most = 2n ** 63n - 1n
        const { balances } = await grant(most - 1n, whale)
        expect(balances[0]?.balance).toBe(9_223_372_036_854_775_806n)
        await expect(grant(2n, whale)).rejects.toMatchObject({ code: 'balance_overflow' })
        await expect(grant(most + 1n, small)).rejects.toMatchObject({ code: 'invalid_amount' })
        await expect(grant(0n, small)).rejects.toMatchObject({ code: 'invalid_amount' })
        await expect(grant(-1n, small)).rejects.toMatchObject({ code: 'invalid_amount' })
        await freshLedger()
      })

      it('names an unknown coin and an unknown player', async () => {
        const payment = { kind: 'rakeback', amount: 1n, key: next() } as const
        await expect(post(move.payReward({ ...payment, player, coin: 'doge-moon' }))).rejects.toMatchObject({
          code: 'unknown_coin',
        })
        await expect(post(move.payReward({ ...payment, player: 1, coin: USDT }))).rejects.toMatchObject({
          code: 'unknown_player',
        })
      })

      it('refuses the payout of a round without its stake', async () => {
        await grant(100n)
        const round = { player, coin: USDT, amount: 101n, payout: 1_000n, bet: next(), game: GAME }
        await expect(post(move.playRound(round))).rejects.toMatchObject({ code: 'insufficient_funds' })
        expect(await available()).toBe(100n)
      })
    })

    describe('idempotency', () => {
      it('returns the first result for the same key and content', async () => {
        await grant(1_000n)
        const once = stake(100n)
        const first = await post(once)
        await post(stake(50n))
        const before = await count()
        const again = await postTransaction(db, once, AT + 60_000)
        expect(again).toEqual({ ...first, isReplay: true })
        expect(first.balances).toEqual([{ player, coin: USDT, kind: 'available', balance: 900n }])
        expect([await count(), await available()]).toEqual([before, 850n])
      })

      it('moves the money once for parallel requests', async () => {
        await grant(1_000n)
        const once = stake(100n)
        const views = [db, await backend.openAnother()]
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) => post(once, views[i % 2] ?? db)),
        )
        expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
        expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
        expect(await available()).toBe(900n)
      })

      it('refuses the same key with other content', async () => {
        await grant(1_000n)
        const bet = next()
        await post(stake(100n, bet))
        const round = { player, coin: USDT, amount: 100n, bet }
        for (const differing of [
          stake(101n, bet),
          move.placeStake({ ...round, game: 'limbo' }),
          move.placeStake({ ...round, player: other, game: GAME }),
          move.playRound({ ...round, payout: 0n, game: GAME }),
        ]) {
          await expect(post(differing)).rejects.toMatchObject({ code: 'idempotency_conflict' })
        }
        expect(await available()).toBe(900n)
      })

      it('does not store the key of a refused request', async () => {
        const bet = next()
        await expect(post(stake(100n, bet))).rejects.toBeInstanceOf(LedgerError)
        await grant(100n)
        expect((await post(stake(100n, bet))).isReplay).toBe(false)
      })
    })

    describe('under concurrency', () => {
      it('accepts of 50 parallel stakes only what the balance covers', async () => {
        await grant(1_000n)
        const views = [db, await backend.openAnother()]
        const answers = await Promise.allSettled(
          Array.from({ length: 50 }, (_, i) => post(stake(70n), views[i % 2] ?? db)),
        )
        const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
        expect(refused.map(({ code }) => code)).toEqual(Array(36).fill('insufficient_funds'))
        expect(await available()).toBe(20n)
      })

      it('neither hangs nor fails when many batches move the same balances in every order', async () => {
        const crowd = await openLedgerPlayers(db, 6)
        for (const each of crowd) await grant(100_000n, each)
        const views = [db, await backend.openAnother()]
        // The same players from another start and in reverse, which would lock in opposite orders.
        const batch = (i: number) => {
          const order = crowd.map((_, n) => crowd[(n * (i % 2 === 0 ? 1 : 5) + i) % 6] ?? 0)
          return order.map((each) => ({
            at: AT,
            transaction: move.placeStake({ player: each, coin: USDT, amount: 3n, bet: next(), game: GAME }),
          }))
        }
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, i) => postTransactions(views[i % 2] ?? db, batch(i))),
        )
        expect(answers.flat().filter((answer) => answer instanceof LedgerError)).toEqual([])
        const left = await Promise.all(crowd.map(async (each) => (await held(USDT, each))?.available))
        expect(left).toEqual(Array(6).fill(100_000n - 120n))
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([])
      })

      it('posts a transfer on a chain once, under any key', async () => {
        const seen = transfer()
        const before = await count()
        const credit = (key: string): LedgerTransaction => ({
          ...move.creditDeposit({ player, coin: USDT, amount: 5n, transfer: seen }),
          key,
        })
        const views = [db, await backend.openAnother()]
        const answers = await Promise.allSettled(
          Array.from({ length: 20 }, (_, i) => post(credit(next()), views[i % 2] ?? db)),
        )
        const codes = answers.map((answer) =>
          answer.status === 'fulfilled' ? 'ok' : (answer.reason as LedgerError).code,
        )
        expect(codes.sort()).toEqual(['ok', ...Array<string>(19).fill('transfer_already_posted')])
        expect([await available(), await count()]).toEqual([5n, before + 2])
      })
    })

    describe('a batch', () => {
      const at = AT
      const all = (...transactions: LedgerTransaction[]) =>
        postTransactions(
          db,
          transactions.map((transaction) => ({ transaction, at })),
        )
      const told = (answers: Awaited<ReturnType<typeof all>>) =>
        answers.map((answer) =>
          answer instanceof LedgerError ? answer.code : answer.isReplay ? 'repeated' : 'posted',
        )

      it('answers each movement separately', async () => {
        await grant(100n)
        await grant(1_000n, other)
        const before = stake(10n)
        await post(before)
        const theirs = { player: other, coin: USDT, game: GAME }
        const seen = transfer()
        const credit = move.creditDeposit({ player, coin: USDT, amount: 5n, transfer: seen })
        const answers = await all(
          move.placeStake({ ...theirs, amount: 400n, bet: next() }),
          stake(91n),
          before,
          { ...before, subject: 'limbo' },
          move.placeStake({ ...theirs, amount: 0n + 400n, bet: next() }),
          move.payReward({ kind: 'rakeback', player, coin: 'doge-moon', amount: 1n, key: next() }),
          move.payReward({ kind: 'rakeback', player: 1, coin: USDT, amount: 1n, key: next() }),
          { ...stake(1n), key: '' },
          credit,
          { ...credit, key: next() },
          move.playRound({ ...theirs, amount: 200n, payout: 30n, bet: next() }),
          stake(95n),
        )
        expect(told(answers)).toEqual([
          ...['posted', 'insufficient_funds', 'repeated', 'idempotency_conflict', 'posted', 'unknown_coin'],
          ...[
            'unknown_player',
            'invalid_transaction',
            'posted',
            'transfer_already_posted',
            'posted',
            'posted',
          ],
        ])
        expect(answers[10]).toMatchObject({
          balances: [{ player: other, coin: USDT, kind: 'available', balance: 30n }],
        })
        expect(answers[2]).toMatchObject({
          balances: [{ player, coin: USDT, kind: 'available', balance: 90n }],
        })
        expect([await available(), (await held(USDT, other))?.available]).toEqual([0n, 30n])
        expect((await reconcile(db, TERMS, [LEDGER])).faults.map(({ kind }) => kind)).not.toContain(
          'balance_differs',
        )
      })

      it('takes one key once, even if its content differs', async () => {
        await grant(100n)
        const first = stake(60n)
        const differing = { ...first, subject: 'limbo' }
        expect(told(await all(first, first, differing, first))).toEqual([
          ...['posted', 'repeated', 'idempotency_conflict', 'repeated'],
        ])
        // A refused movement does not use up its key: the next one with it is decided anew.
        const bet = next()
        const [poor, rich] = [stake(50n, bet), stake(40n, bet)]
        const answers = await all(poor, poor, rich, poor)
        expect(told(answers)).toEqual([
          ...['insufficient_funds', 'insufficient_funds', 'posted', 'idempotency_conflict'],
        ])
        expect(await available()).toBe(0n)
      })

      it('lets later movements spend money that came earlier in it, and not the other way', async () => {
        const win = move.settlePayout({ player, coin: USDT, amount: 50n, bet: next(), game: GAME })
        expect(told(await all(stake(50n), win, stake(50n)))).toEqual([
          ...['insufficient_funds', 'posted', 'posted'],
        ])
        expect(await available()).toBe(0n)
      })

      it('may be empty, and has a maximum size', async () => {
        expect(await all()).toEqual([])
        await expect(all(...Array.from({ length: 501 }, () => stake(1n)))).rejects.toThrow(RangeError)
      })
    })

    describe('a transaction of the caller', () => {
      it('leaves nothing when it fails midway', async () => {
        await grant(1_000n)
        const before = await count()
        const once = stake(100n)
        const crash = db.transaction().execute(async (trx) => {
          await post(once, trx)
          await post(stake(10n), trx)
          throw new Error('crashed')
        })
        await expect(crash).rejects.toThrow('crashed')
        expect([await count(), await available()]).toEqual([before, 1_000n])
        expect((await post(once)).isReplay).toBe(false)
      })

      it('is retried after a deadlock', async () => {
        await grant(1_000n)
        await grant(1_000n, other)
        const views = [db, await backend.openAnother()]
        // Each transaction locks another account first.
        const both = (n: number) => {
          const bets = [next(), next()]
          const order = n % 2 === 0 ? [player, other] : [other, player]
          return repeatConflicts(() =>
            (views[n % 2] ?? db).transaction().execute(async (trx) => {
              for (const [i, each] of order.entries()) {
                const money = { player: each, coin: USDT, amount: 10n }
                await post(move.placeStake({ ...money, bet: bets[i] ?? '', game: GAME }), trx)
                await sleep(20)
              }
            }),
          )
        }
        await Promise.all([both(0), both(1)])
        expect([await available(), (await held(USDT, other))?.available]).toEqual([980n, 980n])
      })

      it('may contain several postings', async () => {
        await grant(1_000n)
        await db.transaction().execute(async (trx) => {
          await post(stake(100n), trx)
          await post(stake(200n), trx)
        })
        expect(await available()).toBe(700n)
      })
    })

    describe('the database itself', () => {
      const call = (given: {
        readonly accounts?: readonly object[]
        readonly amount?: string
        readonly asked?: object
      }) => {
        const bucket = bucketOf(player)
        const accounts = given.accounts ?? [
          { n: 1, bucket, kind: 'house', coin: USDT, player: null },
          { n: 2, bucket, kind: 'available', coin: USDT, player },
        ]
        const asked = {
          n: 1,
          bucket,
          key: next(),
          fingerprint: '00'.repeat(32),
          kind: 'payout',
          at: new Date(AT),
          first: 1,
          last: 1,
          ...given.asked,
        }
        return sql<{ refusal: string | null }>`select * from ledger_post(${JSON.stringify(accounts)}::json,
          '{1}', '{2}', ${`{${given.amount ?? '5'}}`}::bigint[], ${JSON.stringify([asked])}::json)`.execute(
          db,
        )
      }
      const bucket = () => bucketOf(player)

      it.each([
        ['nothing', 'invalid_amount', () => ({ amount: '0' })],
        ['a negative amount', 'invalid_amount', () => ({ amount: '-5' })],
        [
          'one coin for another',
          'unbalanced',
          () => ({
            accounts: [
              { n: 1, bucket: bucket(), kind: 'house', coin: SOL, player: null },
              { n: 2, bucket: bucket(), kind: 'available', coin: USDT, player },
            ],
          }),
        ],
        [
          'money between two buckets',
          'unbalanced',
          () => ({
            accounts: [
              { n: 1, bucket: (bucket() + 1) % 64, kind: 'house', coin: USDT, player: null },
              { n: 2, bucket: bucket(), kind: 'available', coin: USDT, player },
            ],
          }),
        ],
        [
          'more than the player has',
          'insufficient_funds',
          () => ({
            accounts: [
              { n: 1, bucket: bucket(), kind: 'available', coin: USDT, player },
              { n: 2, bucket: bucket(), kind: 'house', coin: USDT, player: null },
            ],
          }),
        ],
        [
          'a deposit without its transfer',
          'invalid_transfer',
          () => ({
            accounts: [
              { n: 1, bucket: bucket(), kind: 'deposit', coin: USDT, player: null },
              { n: 2, bucket: bucket(), kind: 'available', coin: USDT, player },
            ],
          }),
        ],
        [
          'an invalid transfer',
          'invalid_transfer',
          () => ({ asked: { chain: 'tron', tx_id: 'ab', log_index: 0 } }),
        ],
      ] as const)('refuses to move %s', async (_, refusal, given) => {
        const before = await count()
        expect((await call(given())).rows).toMatchObject([{ refusal }])
        expect([await count(), await available()]).toEqual([before, 0n])
        expect((await call({})).rows).toMatchObject([{ refusal: null }])
        expect(await available()).toBe(5n)
      })

      it('refuses an account of a player in a bucket that is not theirs', async () => {
        const wrong = (bucket() + 1) % 64
        const accounts = [
          { n: 1, bucket: wrong, kind: 'house', coin: USDT, player: null },
          { n: 2, bucket: wrong, kind: 'available', coin: USDT, player },
        ]
        await expect(call({ accounts, asked: { bucket: wrong } })).rejects.toMatchObject({ code: '23514' })
      })

      it('refuses to change immutable rows', async () => {
        await grant(5n)
        for (const statement of [
          'update ledger_posting set amount = amount + 1',
          'delete from ledger_posting',
          'truncate ledger_posting cascade',
          `update ledger_transaction set kind = 'payout'`,
          'delete from ledger_transaction',
          'truncate ledger_transaction cascade',
          `update ledger_transfer set tx_id = 'x' || tx_id`,
          'delete from ledger_transfer',
          'truncate ledger_transfer',
          'update ledger_history set at = now()',
          'delete from ledger_history',
          'truncate ledger_history',
          `insert into ledger_history (bucket, ledger_account_id, kind, at, transaction_id, line)
             select bucket, ledger_account_id, 'referral', now(), transaction_id, line from ledger_posting limit 1`,
          'update ledger_account set balance = balance + 1',
          `update ledger_account set coin = '${SOL}'`,
          'delete from ledger_account',
          'truncate ledger_account cascade',
          `insert into ledger_account (bucket, kind, coin, account_id)
             values (${bucketOf(player)}, 'locked', '${SOL}', ${player})`,
          // Nothing can be added to a finished transaction either.
          `insert into ledger_posting (bucket, transaction_id, line, ledger_account_id, amount, coin)
             select bucket, transaction_id, 3, ledger_account_id, -1, coin from ledger_posting limit 1`,
          `insert into ledger_transaction (bucket, key, fingerprint, kind, at, lines)
             select bucket, 'mine', fingerprint, kind, at, lines from ledger_transaction limit 1`,
          `insert into ledger_transfer (chain, tx_id, log_index, bucket, transaction_id, line)
             select chain, 'x', log_index, bucket, transaction_id, 2 from ledger_transfer limit 1`,
        ]) {
          await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({
            constraint: 'ledger_append_only',
          })
        }
        expect(await available()).toBe(5n)
      })
    })

    // PGlite reads the same statements as PostgreSQL.
    describe.skipIf(IS_CORE && backend.name === 'PGlite')('reconciliation', () => {
      /** Disables the ledger's triggers, as the owner of the tables can. */
      const tamper = (...statements: string[]) =>
        db.transaction().execute(async (trx) => {
          const triggers = async (does: 'disable' | 'enable') => {
            for (const table of ['account', 'transaction', 'posting', 'transfer']) {
              await sql.raw(`alter table ledger_${table} ${does} trigger user`).execute(trx)
            }
          }
          await triggers('disable')
          for (const statement of statements) await sql.raw(statement).execute(trx)
          await triggers('enable')
        })
      const kinds = async () =>
        [...new Set((await reconcile(db, TERMS, [LEDGER])).faults.map(({ kind }) => kind))].sort()
      /** The row of a credited deposit, as a watcher of a chain would leave it. */
      const list = ({ chain, txId, logIndex }: ExternalTransfer, of: number, coin: string, amount: bigint) =>
        sql`with linked as (
            insert into wallet (address, account_id, label, linked_at)
              values (${'0x' + '11'.repeat(20)}, ${of}, '', now()) on conflict do nothing
          )
          insert into deposit (account_id, chain, tx_id, log_index, sender, recipient, contract, coin, amount,
            block, block_at, status, receive_coin, credited_amount, credited_price_usd, paid_price_usd, usd_cents,
            seen_at, settled_at, updated_at)
          values (${of}, ${chain}, ${txId}, ${logIndex}, ${'0x' + '11'.repeat(20)}, ${'0x' + '22'.repeat(20)},
            'native', ${coin}, ${amount}, 1, now(), 'credited', ${coin}, ${amount}, 1, 1, 0, now(),
            ${new Date(AT)}, now())`.execute(db)
      const listGrant = async () => {
        const sent = await db.selectFrom('ledger_transfer').selectAll().executeTakeFirstOrThrow()
        const named = { chain: sent.chain, txId: sent.tx_id, logIndex: sent.log_index }
        await list(named, player, USDT, 1_000n)
      }
      const ofPlayer = () => `account_id = ${player} and kind = 'available'`

      beforeEach(async () => {
        await freshLedger()
        ;[player = 0, other = 0] = await openLedgerPlayers(db, 2)
        await grant(1_000n)
        const staked = { player, coin: USDT, amount: 100n, bet: next(), game: GAME }
        await db.transaction().execute((trx) => registerBet(trx, { ...staked, payout: null, at: AT }))
        await post(move.placeStake(staked))
      })

      it('finds no fault in a sound ledger', async () => {
        expect(await reconcile(db, TERMS, [LEDGER])).toEqual({
          coins: [{ coin: USDT, postings: 4n, sum: 0n, players: 900n, house: -900n }],
          compared: expect.arrayContaining([
            { count: 2, what: expect.stringMatching(/^transactions: kind, moves, player, key/) },
            { count: 1, what: 'transfers on chains: with their one posting' },
          ]),
          omitted: [],
          faults: [],
        })
      })

      it('finds a changed balance', async () => {
        await tamper(`update ledger_account set balance = balance + 1 where ${ofPlayer()}`)
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([
          {
            kind: 'coin_unbalanced',
            where: `${USDT}: postings sum to 0, balances to 1, instead of 0`,
          },
          {
            kind: 'balance_differs',
            where: `available ${USDT} of player ${player}: balance 901, postings 900`,
          },
          ...['900', '901'].map((off) => ({
            kind: 'balance_step_differs',
            where: `available ${USDT} of player ${player}: no step leads to or from ${off}`,
          })),
        ])
      })

      it('finds a changed posting, and a missing one', async () => {
        await tamper('update ledger_posting set amount = amount - 1 where amount = 1000')
        const found = ['balance_differs', 'balance_step_differs', 'coin_unbalanced', 'fingerprint_differs']
        expect(await kinds()).toEqual([...found, 'transaction_unbalanced'])
        await tamper('update ledger_posting set amount = amount + 1 where amount = 999')
        expect(await kinds()).toEqual([])
        await tamper('delete from ledger_posting where amount = 100')
        expect(await kinds()).toEqual([
          ...['balance_differs', 'coin_unbalanced', 'fingerprint_differs', 'transaction_unbalanced'],
        ])
      })

      it('finds a transaction without postings', async () => {
        await tamper('delete from ledger_posting where abs(amount) = 100')
        const { faults } = await reconcile(db, TERMS, [LEDGER])
        expect(faults.map(({ kind }) => kind)).toContain('transaction_unbalanced')
        expect(faults.map(({ where }) => where).join()).toContain('0 of 2 postings')
      })

      it('finds a negative balance even if its postings agree', async () => {
        await tamper(
          'alter table ledger_account drop constraint ledger_account_fits',
          `update ledger_account set balance = balance - 2000 where ${ofPlayer()}`,
          'alter table ledger_posting drop constraint ledger_posting_check',
          `update ledger_posting set amount = amount - 2000 where amount = 1000`,
        )
        expect(await kinds()).toContain('balance_negative')
      })

      it('finds a transfer without its posting, and a posting without its transfer', async () => {
        await tamper('update ledger_transfer set line = 2')
        expect(await kinds()).toEqual(['transfer_missing', 'transfer_unposted'])
        await tamper('delete from ledger_transfer')
        expect(await kinds()).toEqual([
          ...['fingerprint_differs', 'key_differs', 'shape_differs', 'transfer_missing'],
        ])
      })

      it('finds a transfer that was posted twice', async () => {
        await tamper('alter table ledger_transfer drop constraint ledger_transfer_once')
        const { chain, tx_id, log_index } = await db
          .selectFrom('ledger_transfer')
          .selectAll()
          .executeTakeFirstOrThrow()
        await post({
          ...move.creditDeposit({
            player,
            coin: USDT,
            amount: 1_000n,
            transfer: { chain, txId: tx_id, logIndex: log_index },
          }),
          key: next(),
        })
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([
          { kind: 'key_differs', where: expect.stringMatching(/^transaction 3 \(deposit\): \d+$/) },
          { kind: 'transfer_unposted', where: `evm-1 ${tx_id} 0: 2 postings to an external account` },
        ])
      })

      it('finds postings without a transaction', async () => {
        await tamper(`delete from ledger_transaction where kind = 'stake'`)
        expect(await kinds()).toEqual(['posting_lost'])
      })

      it('finds a credit without a deposit, even if it is well posted', async () => {
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([])
        expect(await faultsOf(db)).toEqual([
          {
            kind: 'transfer_unknown',
            where: expect.stringMatching(/^evm-1 a+\d+ 0 \(transaction 1\): no credited/),
          },
        ])
        await listGrant()
        expect(await faultsOf(db)).toEqual([])
      })

      it('finds pending and locked money without a reason', async () => {
        await listGrant()
        const money = { player, coin: USDT, amount: 7n }
        await post(move.reserveWithdrawal({ ...money, withdrawal: next() }))
        await post(move.lockBonus({ ...money, bonus: next() }))
        const found = await faultsOf(db)
        expect(found).toEqual(
          expect.arrayContaining(
            ['locked', 'pending'].map((kind) => ({
              kind: 'hold_differs',
              where: `${kind} ${USDT} of player ${player}: balance 7, open withdrawals or bonuses 0`,
            })),
          ),
        )
        const others = ['bonus_unknown', 'hold_differs', 'hold_differs', 'withdrawal_unknown']
        expect(found.map(({ kind }) => kind).sort()).toEqual(others)
      })

      it('runs in the server, with an alarm in log and health that ends when all is well again', async () => {
        const lines: string[] = []
        const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
        const watch = watchLedger({ db, terms: TERMS, clock: () => AT, logger, everyMs: 20, firstMs: 5 })
        const app = createApp({
          db,
          config: readConfig({}),
          staticDir: null,
          logger,
          clock: () => AT,
          ledger: watch,
        })
        const health = async () => {
          const response = await app.request('/api/health')
          const { data } = (await response.json()) as { data: { ledger: { status: string } } }
          return [response.status, data.ledger.status]
        }
        expect(watch.health()).toEqual({ status: 'unchecked', checkedAt: null })
        await vi.waitFor(async () => expect(await health()).toEqual([200, 'alarm']), 10_000)
        expect(lines.join('')).toContain('transfer_unknown')
        await listGrant()
        await vi.waitFor(async () => expect(await health()).toEqual([200, 'sound']), 10_000)
        await tamper(`update ledger_account set balance = balance + 1 where ${ofPlayer()}`)
        await vi.waitFor(async () => expect(await health()).toEqual([200, 'alarm']), 10_000)
        expect(lines.join('')).toContain('"alarm":"ledger"')
        expect(lines.join('')).toContain('balance 901, postings 900')
        await tamper(`update ledger_account set balance = balance - 1 where ${ofPlayer()}`)
        await vi.waitFor(async () => expect(await health()).toEqual([200, 'sound']), 10_000)
        await watch.stop()
        expect(watch.health()).toEqual({ status: 'sound', checkedAt: new Date(AT).toISOString() })
      })

      it('raises an alarm when a chain lacks what the ledger says, but not while a node is silent', async () => {
        const lines: string[] = []
        const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
        await listGrant()
        const transfer = { chain: 'evm-2', txId: `0x${'ab'.repeat(32)}`, logIndex: 0 }
        await post(move.creditDeposit({ player, coin: 'eth-ethereum', amount: 5n, transfer }))
        await list(transfer, player, 'eth-ethereum', 5n)
        let asked = 0
        let movedBy: ChainView['movedBy'] = () => Promise.reject(new Error('asleep'))
        const view: ChainView = {
          chain: 'evm-2',
          name: 'A chain',
          houseAddresses: [],
          treasuries: [],
          coins: [],
          balanceOf: async () => 0n,
          finalBlock: async () => ({ block: 1, at: 0 }),
          movedBy: (txId) => (asked++, movedBy(txId)),
        }
        let now = AT
        const watch = watchLedger({
          db,
          terms: TERMS,
          clock: () => now,
          logger,
          everyMs: 5,
          firstMs: 1,
          views: [view],
        })
        const becomes = (status: string) =>
          vi.waitFor(() => expect(watch.health().status).toBe(status), 10_000)
        await becomes('sound')
        expect(lines.join('')).toContain('could not be compared with a chain')
        movedBy = async () => []
        await becomes('alarm')
        expect(lines.join('')).toContain('"alarm":"ledger","differences":["deposit ')
        movedBy = async () => [
          {
            logIndex: 0,
            coin: 'eth-ethereum',
            amount: 5n,
            from: `0x${'11'.repeat(20)}`,
            to: `0x${'22'.repeat(20)}`,
          },
        ]
        await becomes('sound')
        // A finding may be withdrawn for a while.
        const first = asked
        await vi.waitFor(() => expect(asked).toBeGreaterThan(first), 10_000)
        now += 2 * 60 * 60_000
        const checks = () => db.selectFrom('job').select('epoch').where('name', '=', 'ledger-check').execute()
        const since = await checks()
        await vi.waitFor(
          async () => expect(Number((await checks())[0]?.epoch)).toBeGreaterThan(Number(since[0]?.epoch) + 1),
          10_000,
        )
        const before = asked
        await new Promise((resolve) => setTimeout(resolve, 30))
        await watch.stop()
        expect(asked).toBe(before)
      })

      it('survives a database that does not answer, and reports it', async () => {
        const lines: string[] = []
        const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
        const broken = await backend.openBroken()
        const watch = watchLedger({
          db: broken,
          terms: TERMS,
          clock: () => AT,
          logger,
          everyMs: 5,
          firstMs: 1,
        })
        await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), 10_000)
        await watch.stop()
        expect(watch.health().status).toBe('unchecked')
        expect(lines[0]).toContain('the ledger could not be checked')
        await broken.destroy()
      })
    })
  })
}
