import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEDGER } from '#server/books/ledger.ts'
import { HISTORY } from '#server/books/history.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { isSchemaCurrent, migrate } from '#server/db/migrate.ts'
import { ledgerBuckets } from '#server/db/migrations/027-ledger-buckets.ts'
import { MIGRATIONS } from '#server/db/migrations/all.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import * as move from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { seed } from '#server/seed.ts'
import { TERMS } from '../support/books.ts'
import { postToEarlierLedger } from '../support/earlier-ledger.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'

const AT = new Date('2026-06-01T12:00:00Z')
const USDT = 'usdt-tron'
const STAKES = 100_000
const PLAYERS = 200

/** What any release must find again: sums by kind of account, and what was posted. */
async function contents(db: Database) {
  const { rows } = await sql<Record<string, string>>`
    select (select json_agg(line order by line) from (
        select concat_ws(' ', kind, coin, sum(balance)) as line from ledger_account group by kind, coin) sums) as sums,
      (select json_agg(line order by line) from (
        select concat_ws(' ', account_id, kind, coin, balance) as line from ledger_account
        where account_id is not null) held) as held,
      (select concat(count(*), ' ', sum(id), ' ', md5(string_agg(concat(id, key, kind, subject, at, encode(fingerprint, 'hex')),
        ',' order by id))) from ledger_transaction) as transactions,
      (select concat(count(*), ' ', sum(line), ' ', sum(transaction_id * amount)) from ledger_posting) as postings,
      (select concat(count(*), ' ', sum(transaction_id)) from ledger_history) as history,
      (select concat(count(*), ' ', min(tx_id), ' ', max(tx_id)) from ledger_transfer) as transfers`.execute(
    db,
  )
  return rows[0]
}

/** Bears the loss of its connections: one is killed, and the others may still be closing when their server stops. */
function open(connectionString: string): Database {
  const pool = new pg.Pool({ connectionString, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

describe('a database of before the ledger had buckets', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let db: Database
  let players: number[]

  beforeAll(async () => {
    postgres = await startPostgres()
    db = open(postgres.url)
    await migrate(db, seed, MIGRATIONS.slice(0, MIGRATIONS.indexOf(ledgerBuckets)))
    players = await openLedgerPlayers(db, PLAYERS)
    for (const [n, player] of players.entries()) {
      const transfer = { chain: 'evm-1', txId: `${n}`.padStart(64, 'a'), logIndex: 0 }
      const credited = { coin: USDT, amount: 1_000_000n }
      const deposit = { player, coin: 'eth-ethereum', amount: 7n, transfer, credited }
      await postToEarlierLedger(db, move.creditDeposit(deposit), AT)
    }
    const [first = 0] = players
    await postToEarlierLedger(
      db,
      move.reserveWithdrawal({ player: first, coin: USDT, amount: 5n, withdrawal: '1' }),
      AT,
    )
    // What so many calls would have left, written at once.
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`create temporary table staked on commit drop as
        select n, nextval(pg_get_serial_sequence('ledger_transaction', 'id')) as id,
          ${first}::integer + (n % ${PLAYERS}::integer) as player from generate_series(1, ${STAKES}::integer) n`.execute(
        trx,
      )
      await sql`insert into ledger_transaction (id, key, fingerprint, kind, subject, at, lines)
        overriding system value
        select id, 'bet/' || n || '/stake', sha256(convert_to('["stake","dice",[["available","usdt-tron",' || player
          || ',"-3"],["house","usdt-tron",null,"3"]],null]', 'UTF8')), 'stake', 'dice', ${AT}, 2 from staked`.execute(
        trx,
      )
      await sql`insert into ledger_posting
          (transaction_id, line, ledger_account_id, amount, coin, is_external, balance_after)
        select staked.id, 1, account.id, -3, 'usdt-tron', false,
          account.balance - 3 * row_number() over (partition by player order by n)
        from staked join ledger_account account on account.account_id = player and account.coin = 'usdt-tron'
          and account.kind = 'available'
        union all
        select id, 2, (select id from ledger_account where account_id is null and kind = 'house'
          and coin = 'usdt-tron' limit 1), 3, 'usdt-tron', false, null from staked`.execute(trx)
      await sql`update ledger_account set balance = (select sum(amount) from ledger_posting
        where ledger_account_id = ledger_account.id) where coin = 'usdt-tron'`.execute(trx)
    })
  }, 120_000)

  afterAll(async () => {
    await db.destroy()
    await postgres.stop()
  })

  it('is as it was when the upgrade is killed in the middle, and whole once it has ended', async () => {
    const before = await contents(db)
    const upgrade = open(postgres.url)
    const killed = migrate(upgrade, seed)
    const kill = async () => {
      for (;;) {
        const { rows } = await sql<{ pid: number }>`select pg_terminate_backend(pid) from pg_stat_activity
          where query like 'insert into ledger_posting%' and state = 'active' and pid <> pg_backend_pid()`.execute(
          db,
        )
        if (rows.length > 0) return
        await sleep(5)
      }
    }
    await Promise.all([kill(), expect(killed).rejects.toThrow(/terminat/)])
    await upgrade.destroy()
    expect(await contents(db)).toEqual(before)
    expect(await isSchemaCurrent(db)).toBe(false)
    // Goes on as it was.
    const [, second = 0] = players
    await postToEarlierLedger(
      db,
      move.placeStake({ player: second, coin: USDT, amount: 9n, bet: 'x', game: 'dice' }),
      AT,
    )
    const last = await contents(db)

    await migrate(db, seed)
    expect(await contents(db)).toEqual(last)
    const { coins, faults } = await reconcile(db, TERMS, [LEDGER, HISTORY])
    expect(faults).toEqual([])
    expect(coins.find(({ coin }) => coin === USDT)?.postings).toBe(BigInt(2 * STAKES + 2 * PLAYERS + 2 + 2))
  }, 120_000)

  it('goes on with the same keys and balances', async () => {
    const [first = 0] = players
    const again = await postTransaction(
      db,
      move.reserveWithdrawal({ player: first, coin: USDT, amount: 5n, withdrawal: '1' }),
      AT.getTime(),
    )
    expect(again.isReplay).toBe(true)
    const before = (await balancesOf(db, first)).find(({ coin }) => coin === USDT)
    expect(before).toMatchObject({ available: 1_000_000n - 5n - 3n * BigInt(STAKES / PLAYERS), pending: 5n })
    const bet = { player: first, coin: USDT, amount: 7n, bet: `${STAKES + 1}`, game: 'dice' }
    const { balances } = await postTransaction(db, move.placeStake(bet), AT.getTime())
    expect(balances).toMatchObject([{ balance: (before?.available ?? 0n) - 7n }])
    expect((await reconcile(db, TERMS, [LEDGER, HISTORY])).faults).toEqual([])
  })

  it('is not touched when it does not add up', async () => {
    const other = await startPostgres()
    const wrong = open(other.url)
    try {
      await migrate(wrong, seed, MIGRATIONS.slice(0, MIGRATIONS.indexOf(ledgerBuckets)))
      const [player = 0, another = 0] = await openLedgerPlayers(wrong, 2)
      await postToEarlierLedger(wrong, move.grantPracticeMoney({ player, coin: USDT, amount: 5n }), AT)
      await sql`alter table ledger_account disable trigger user`.execute(wrong)
      const change = (by: number) =>
        sql`update ledger_account set balance = balance + ${by} where account_id is null`.execute(wrong)
      await change(1)
      await expect(migrate(wrong, seed)).rejects.toThrow(/does not add up.*npm run reconcile/)
      await change(-1)
      const mixed = {
        ...{ key: 'tip', kind: 'referral' as const },
        moves: [
          {
            from: { kind: 'available' as const, coin: USDT, player },
            to: { kind: 'available' as const, coin: USDT, player: another },
            amount: 1n,
          },
        ],
      }
      await sql`alter table ledger_account enable trigger user`.execute(wrong)
      await postToEarlierLedger(wrong, mixed, AT)
      await expect(migrate(wrong, seed)).rejects.toThrow(/not of one player.*npm run reconcile/)
    } finally {
      await wrong.destroy()
      await other.stop()
    }
  })
})
