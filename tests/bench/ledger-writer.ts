// One process of `npm run bench:ledger`: writes stakes for a given time on request, and reports their number and the
// time of each call. Its parent starts several at once by message.
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/db/tables.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import { placeStake } from '#server/ledger/movements.ts'
import { postTransaction, postTransactions } from '#server/ledger/post-transaction.ts'
import { writeNaive } from './competitors/naive-ledger.ts'

export interface Work {
  readonly design: 'naive' | 'ledger'
  /** Movements in a call. */
  readonly size: number
  readonly writers: number
  readonly seconds: number
}

export interface Written {
  readonly postings: number
  readonly cpuMs: number
  /** Milliseconds of each call. */
  readonly ms: readonly number[]
}

const COIN = 'usdt-tron'
const [url = '', ids = ''] = process.argv.slice(2)
const players = ids.split(',').map(Number)
const pool = new pg.Pool({ connectionString: url, max: 64, idleTimeoutMillis: 300 })
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

const anyPlayer = () => players[Math.floor(Math.random() * players.length)] ?? 0
const stakeOf = (player: number) =>
  placeStake({ player, coin: COIN, amount: 1n, bet: crypto.randomUUID(), game: 'dice' })

async function call({ design, size }: Work): Promise<void> {
  if (design === 'naive') return writeNaive(pool, anyPlayer(), crypto.randomUUID())
  if (size === 1) return void (await postTransaction(db, stakeOf(anyPlayer()), Date.now()))
  const movements = Array.from({ length: size }, () => ({
    transaction: stakeOf(anyPlayer()),
    at: Date.now(),
  }))
  for (const answer of await postTransactions(db, movements)) {
    if (answer instanceof LedgerError) throw answer
  }
}

async function write(work: Work): Promise<Written> {
  const ms: number[] = []
  const cpu = process.cpuUsage()
  const until = performance.now() + work.seconds * 1_000
  const writeOn = async () => {
    while (performance.now() < until) {
      const from = performance.now()
      await call(work)
      ms.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: work.writers }, writeOn))
  const { user, system } = process.cpuUsage(cpu)
  return { postings: ms.length * work.size * 2, cpuMs: (user + system) / 1_000, ms }
}

process.on('message', (work: Work) => {
  write(work).then(
    (written) => process.send?.(written),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
