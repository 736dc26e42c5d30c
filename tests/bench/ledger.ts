// Measures the ledger on a separate PostgreSQL with many parallel writers, with one movement in a call and in batches,
// from one process and from several, beside the naive design (competitors/naive-ledger.ts). Both give the same
// guarantees (double entry, no overdraft, idempotency keys) and alternate, so that a busy machine slows both. Exits
// with 1 when the ledger is not 2.5 times as fast, or in batches not 16 times.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransactions } from '#server/ledger/post-transaction.ts'
import { LEDGER } from '#server/books/ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { TERMS } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'
import { databaseCpuMs, postmasterOf } from './database-cpu.ts'
import { fillLedger } from './fill-ledger.ts'
import { makeNaive } from './competitors/naive-ledger.ts'
import type { Work, Written } from './ledger-writer.ts'

const { values } = readOptions({
  usage: `npm run bench:ledger -- [--seconds 4] [--rounds 3] [--writers 64] [--players 1000] [--processes 1,2,4] [--filled 0]

  --seconds    how long each design writes in each round
  --rounds     how often they take turns
  --writers    connections that write at the same time, of all processes together; batches come from a sixteenth of them
  --players    accounts they write to, at random
  --processes  how many processes write, one after the other
  --filled     postings that are in the tables before, in millions`,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    writers: { type: 'string', default: '64' },
    players: { type: 'string', default: '1000' },
    processes: { type: 'string', default: '1,2,4' },
    filled: { type: 'string', default: '0' },
  },
})
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
const WRITERS = Number(values.writers)
const PLAYERS = Number(values.players)
const PROCESSES = values.processes.split(',').map(Number)
const FILLED = Number(values.filled) * 1_000_000
const BATCH = 40
/** Minimum ratio to the naive design's speed, for single movements and in batches. */
const BUDGET = { single: 2.5, batch: 16 }
const COIN = 'usdt-tron'
const FUNDS = 10n ** 12n

interface Measured {
  readonly name: string
  postings: number
  seconds: number
  writerCpuMs: number
  databaseCpuMs: number
  readonly ms: number[]
}

const postgres = await startPostgres()
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
// The stopping server may close a connection first, which is not an error.
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
const children: ChildProcess[] = []
let isGood: boolean
try {
  await migrate(db, seed)
  const players = await openLedgerPlayers(db, PLAYERS)
  for (let n = 0; n < players.length; n += 100) {
    const some = players.slice(n, n + 100)
    await postTransactions(
      db,
      some.map((player) => ({
        transaction: grantPracticeMoney({ player, coin: COIN, amount: FUNDS }),
        at: Date.now(),
      })),
    )
  }
  await makeNaive(pool, players, FUNDS)
  if (FILLED > 0) {
    const seconds = await fillLedger(db, FILLED)
    process.stdout.write(`${FILLED} postings written beforehand in ${Math.round(seconds)} s\n`)
  }
  for (let n = 0; n < Math.max(...PROCESSES); n++) {
    const writer = new URL('ledger-writer.ts', import.meta.url)
    const child = fork(writer, [postgres.url, players.join(',')], { execArgv: ['--import', 'tsx'] })
    child.on('exit', (code) => {
      if (code !== 0) throw new Error('A writer has failed')
    })
    children.push(child)
  }
  const database = await postmasterOf(pool)
  const works = PROCESSES.flatMap((n): [number, Work][] => [
    ...(n === 1 ? [[1, workOf('naive', 1, WRITERS)] as [number, Work]] : []),
    [n, workOf('ledger', 1, Math.ceil(WRITERS / n))],
    [n, workOf('ledger', BATCH, Math.ceil(WRITERS / 16 / n))],
  ])
  const results = works.map(([n, { design, size }]): Measured => ({
    name: `${design}${size > 1 ? ` in batches of ${size}` : ''}, ${n} process${n > 1 ? 'es' : ''}`,
    postings: 0,
    seconds: 0,
    writerCpuMs: 0,
    databaseCpuMs: 0,
    ms: [],
  }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [n, work]] of works.entries()) {
      const total = results[index]
      if (!total) continue
      // Time to close the previous connections; new ones open their rows of the house and make their query plans.
      await sleep(1_000)
      await writeTogether(n, { ...work, seconds: 2 })
      const before = await databaseCpuMs(database)
      const startedAt = performance.now()
      const written = await writeTogether(n, work)
      total.seconds += (performance.now() - startedAt) / 1_000
      total.databaseCpuMs += (await databaseCpuMs(database)) - before
      for (const { postings, cpuMs, ms } of written) {
        total.postings += postings
        total.writerCpuMs += cpuMs
        for (const each of ms) total.ms.push(each)
      }
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
  for (const child of children) child.disconnect()
  await db.destroy()
  await postgres.stop()
}
process.exit(isGood ? 0 : 1)

function workOf(design: Work['design'], size: number, writers: number): Work {
  return { design, size, writers, seconds: SECONDS }
}

async function writeTogether(processes: number, work: Work): Promise<Written[]> {
  return Promise.all(
    children.slice(0, processes).map(async (child) => {
      child.send(work)
      const [written] = (await once(child, 'message')) as [Written]
      return written
    }),
  )
}

function report(results: readonly Measured[]): boolean {
  process.stdout.write(
    `${WRITERS} writers (batches: ${WRITERS / 16}), ${PLAYERS} players, ${ROUNDS} rounds of ${SECONDS} s each, 2 postings a movement\n`,
  )
  const rateOf = ({ postings, seconds }: Measured) => postings / seconds
  for (const result of results) {
    const { name, postings, ms, writerCpuMs, databaseCpuMs } = result
    const sorted = ms.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
    const movements = postings / 2
    process.stdout.write(
      `${name.padEnd(36)} ${String(Math.round(rateOf(result))).padStart(6)} postings/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
        `CPU ms a movement: database ${(databaseCpuMs / movements).toFixed(3)}, writer ${(writerCpuMs / movements).toFixed(3)}\n`,
    )
  }
  const [naive, single, batch] = results
  if (!naive || !single || !batch) throw new Error('The first number of processes is 1')
  const times = { single: rateOf(single) / rateOf(naive), batch: rateOf(batch) / rateOf(naive) }
  process.stdout.write(
    `The ledger is ${times.single.toFixed(1)} times as fast (at least ${BUDGET.single}), in batches ${times.batch.toFixed(1)} times (at least ${BUDGET.batch}).\n`,
  )
  const others = results.slice(3).map((each) => `${each.name}: ${Math.round(rateOf(each))}`)
  process.stdout.write(
    `Measured: ${Math.round(rateOf(single))} postings a second beside ${Math.round(rateOf(naive))}, ${times.single.toFixed(1)} ×; ` +
      `in batches of ${BATCH} ${Math.round(rateOf(batch))}, ${times.batch.toFixed(1)} ×; ${others.join(', ')}\n`,
  )
  return times.single >= BUDGET.single && times.batch >= BUDGET.batch
}
