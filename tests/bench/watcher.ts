// Credits 2,500, 5,000 and 10,000 transfers over 1,000 addresses on a separate PostgreSQL, from a TronGrid stand-in and
// through crashes, and prints the time of each. Exits with 1 when one of them is credited twice or not at all, or when
// four times as many take more than six times as long.
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { openAddress } from '#server/deposits/deposit-addresses.ts'
import type { DepositChain } from '#server/deposits/deposit-chain.ts'
import { faultsOf } from '../support/books.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { CrashError, crashAfter } from '../support/crashing-database.ts'
import { runRound, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'
import { someAddress, startTronGrid } from '../support/tron-grid.ts'

const { values } = readOptions({
  usage: `npm run bench:watcher -- [--transfers 10000] [--addresses 1000] [--crashes 30]

  --transfers  of the largest run; a half and a quarter of it come before
  --addresses  of players, each with as many transfers
  --crashes    how often the watcher dies in each run`,
  options: {
    transfers: { type: 'string', default: '10000' },
    addresses: { type: 'string', default: '1000' },
    crashes: { type: 'string', default: '30' },
  },
})
const TRANSFERS = Number(values.transfers)
const ADDRESSES = Number(values.addresses)
const CRASHES = Number(values.crashes)
/** Allowed ratio of the times for four times as many transfers. */
const BUDGET = 6
const XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'

const postgres = await startPostgres()
const pool = new pg.Pool({ connectionString: postgres.url, max: 8 })
// The stopping server may close a connection first, which is not an error.
pool.on('error', () => {})
const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
let isGood = true
try {
  const seconds: number[] = []
  for (const count of [TRANSFERS / 4, TRANSFERS / 2, TRANSFERS]) {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await migrate(db, seed)
    seconds.push(await measure(count))
  }
  const factor = (seconds[2] ?? 0) / (seconds[0] ?? 1)
  const isLinear = factor <= BUDGET
  isGood &&= isLinear
  process.stdout.write(
    `${isLinear ? '' : 'NOT GOOD: '}four times as many took ${factor.toFixed(1)} times as long (at most ${BUDGET})\n`,
  )
  if (isGood) {
    const times = seconds.map((each) => each.toFixed(1)).join(', ')
    process.stdout.write(
      `Measured: ${times} s for a quarter, half and all of ${TRANSFERS}, each credited once\n`,
    )
  }
} finally {
  await db.destroy()
  await postgres.stop()
}
process.exit(isGood ? 0 : 1)

/** @returns seconds until all are credited */
async function measure(count: number): Promise<number> {
  const grid = await startTronGrid()
  try {
    const source = createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 })
    const chain: DepositChain = {
      network: TRON_NETWORKS.mainnet,
      source,
      balances: source,
      practice: null,
      xpub: XPUB,
    }
    const players = await openLedgerPlayers(db, ADDRESSES)
    const addresses: string[] = []
    for (const uid of players) {
      addresses.push((await openAddress(db, chain, { uid, receives: 'wif-solana', now: grid.now() })).address)
    }
    // Three of four transfers belong to somebody else, as most do on the real network.
    for (let n = 0; n < count; n++) {
      const others = Array.from({ length: 3 }, () => ({ to: someAddress(), amount: USDT }))
      grid.send({ to: addresses[n % ADDRESSES] ?? '', amount: USDT }, ...others)
    }
    grid.mine(19)
    const startedAt = performance.now()
    let crashes = 0
    for (;;) {
      const life = crashes < CRASHES ? 20 + Math.floor(Math.random() * ((count * 14) / CRASHES)) : Infinity
      await sql`update chain_watch set holder = null`.execute(db)
      try {
        await runRound(crashAfter(db, life), chain, grid.now(), { holder: randomUUID() })
        break
      } catch (error) {
        if (!(error instanceof CrashError)) throw error
        crashes += 1
      }
    }
    const seconds = (performance.now() - startedAt) / 1_000
    await check(count, grid.calls.length, crashes, seconds)
    return seconds
  } finally {
    await grid.stop()
  }
}

async function check(count: number, calls: number, crashes: number, seconds: number): Promise<void> {
  const { n, sum } = await db
    .selectFrom('deposit')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .select(sql<string>`coalesce(sum(credited_amount), 0)`.as('sum'))
    .where('status', '=', 'credited')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ held: string }>`
    select coalesce(sum(balance), 0) as held from ledger_account where account_id is not null`.execute(db)
  const faults = await faultsOf(db)
  const isRight = Number(n) === count && rows[0]?.held === sum && faults.length === 0
  isGood &&= isRight
  process.stdout.write(
    `${isRight ? '' : 'NOT GOOD: '}${count} transfers over ${ADDRESSES} addresses: ${n} credited in ${seconds.toFixed(1)} s ` +
      `(${Math.round(count / seconds)} a second), ${crashes} crashes, ${calls} calls of TronGrid\n`,
  )
}
