// Measures the ledger on a PostgreSQL of its own with many writers at once, beside the design one would write
// first: one query a step, one row a balance. Both keep the same promises (double entry, no overdraft, idempotency
// keys) and take turns, so that a busy machine slows both. Exits with 1 when the ledger is not 3 times as fast.
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { grantPracticeMoney, placeStake } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { LEDGER } from '#server/books/ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { TERMS } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'

const { values } = readOptions({
  usage: `npm run bench:ledger -- [--seconds 4] [--rounds 3] [--writers 64] [--players 1000]

  --seconds  how long each design writes in each round
  --rounds   how often they take turns
  --writers  connections that write at the same time
  --players  accounts they write to, at random`,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    writers: { type: 'string', default: '64' },
    players: { type: 'string', default: '1000' },
  },
})
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
const WRITERS = Number(values.writers)
const PLAYERS = Number(values.players)
/** The least by which the ledger must be faster. */
const BUDGET = 3
const COIN = 'usdt-tron'
const FUNDS = 10n ** 12n

/** Posts one stake: two postings. */
type Write = (player: number, key: string) => Promise<void>

interface Measured {
  postings: number
  seconds: number
  readonly ms: number[]
}

const postgres = await startPostgres()
const pool = new pg.Pool({ connectionString: postgres.url, max: WRITERS })
// A connection that the stopping server closes first is none to complain about.
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
let isGood: boolean
try {
  await migrate(db, seed)
  const players = await openLedgerPlayers(db, PLAYERS)
  for (const player of players) {
    await postTransaction(db, grantPracticeMoney({ player, coin: COIN, amount: FUNDS }), Date.now())
  }
  await makeNaive(players)
  const designs: readonly (readonly [string, Write])[] = [
    ['naive', writeNaive],
    ['ledger', writeLedger],
  ]
  const results = new Map<string, Measured>()
  for (const [name] of designs) results.set(name, { postings: 0, seconds: 0, ms: [] })
  for (const [, write] of designs) await measure(write, players, 1)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, write] of designs) {
      const { postings, seconds, ms } = await measure(write, players, SECONDS)
      const total = results.get(name)
      if (!total) continue
      total.postings += postings
      total.seconds += seconds
      for (const each of ms) total.ms.push(each)
    }
  }
  isGood = report(results)
  const startedAt = performance.now()
  const { coins, faults } = await reconcile(db, TERMS, [LEDGER])
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`${coins[0]?.postings ?? 0} postings reconciled in ${seconds} s\n`)
  for (const { kind, where } of faults) process.stdout.write(`NOT GOOD: ${kind}: ${where}\n`)
  isGood &&= faults.length === 0
} finally {
  await db.destroy()
  await postgres.stop()
}
process.exit(isGood ? 0 : 1)

async function writeLedger(player: number, key: string): Promise<void> {
  const stake = placeStake({ player, coin: COIN, amount: 1n, bet: key, game: 'dice' })
  await postTransaction(db, stake, Date.now())
}

/** A query for each step: key, both balances locked, moved, written down. The house's comes last, to be held shortest. */
async function writeNaive(player: number, key: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const earlier = await client.query('select id from naive_transaction where key = $1', [key])
    if (earlier.rows.length > 0) throw new Error('A key came twice')
    const read = 'select balance from naive_account where id = $1 for update'
    const { rows } = await client.query<{ balance: string }>(read, [player])
    if (BigInt(rows[0]?.balance ?? 0) < 1n) throw new Error('A player ran out of funds')
    await client.query(read, [0])
    const insert = 'insert into naive_transaction (key, kind, at) values ($1, $2, $3) returning id'
    const made = await client.query<{ id: string }>(insert, [key, 'stake', new Date()])
    for (const [account, amount] of [
      [player, -1],
      [0, 1],
    ]) {
      await client.query('update naive_account set balance = balance + $2 where id = $1', [account, amount])
      await client.query(
        'insert into naive_posting (transaction_id, account_id, amount) values ($1, $2, $3)',
        [made.rows[0]?.id, account, amount],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function makeNaive(players: readonly number[]): Promise<void> {
  for (const statement of [
    'create table naive_account (id integer primary key, balance bigint not null)',
    `create table naive_transaction (id bigint generated always as identity primary key, key text not null unique,
       kind text not null, at timestamptz not null)`,
    `create table naive_posting (id bigint generated always as identity primary key,
       transaction_id bigint not null references naive_transaction (id),
       account_id integer not null references naive_account (id), amount bigint not null)`,
    'create index on naive_posting (account_id)',
    'insert into naive_account values (0, 0)',
  ]) {
    await pool.query(statement)
  }
  await pool.query('insert into naive_account select id, $2 from unnest($1::integer[]) id', [players, FUNDS])
}

async function measure(write: Write, players: readonly number[], seconds: number): Promise<Measured> {
  const ms: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  const work = async () => {
    while (performance.now() < until) {
      const player = players[Math.floor(Math.random() * players.length)] ?? 0
      const from = performance.now()
      await write(player, crypto.randomUUID())
      ms.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
  return { postings: ms.length * 2, seconds: (performance.now() - startedAt) / 1_000, ms }
}

function report(results: ReadonlyMap<string, Measured>): boolean {
  const rates = new Map<string, number>()
  process.stdout.write(
    `${WRITERS} writers, ${PLAYERS} players, ${ROUNDS} rounds of ${SECONDS} s each, 2 postings a transaction\n`,
  )
  for (const [name, { postings, seconds, ms }] of results) {
    const sorted = ms.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
    rates.set(name, postings / seconds)
    process.stdout.write(
      `${name.padEnd(6)}  ${Math.round(postings / seconds)} postings/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
    )
  }
  const times = (rates.get('ledger') ?? 0) / (rates.get('naive') ?? Infinity)
  process.stdout.write(`The ledger is ${times.toFixed(1)} times as fast (at least ${BUDGET}).\n`)
  const rate = (name: string) => Math.round(rates.get(name) ?? 0)
  process.stdout.write(
    `Measured: ${rate('ledger')} postings a second beside ${rate('naive')}, ${times.toFixed(1)} ×\n`,
  )
  return times >= BUDGET
}
