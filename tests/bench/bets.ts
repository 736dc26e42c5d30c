// `npm run bench:bets`: how many bets a second players place through HTTP, each settled with its postings, its receipt
// and its counts. One built server with its own PostgreSQL alternates with the naive design (competitors/naive-bet.ts),
// which is behind the same HTTP and writes the same rows. Then come two servers, one with its embedded database, and
// one with millions of earlier bets. Exits with 1 when one server is not 4 times as fast as the naive design, its p99
// is above 100 ms, the millions slow it down by more than a fifth, or the books differ.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createLogger } from '#server/base/logger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { seed } from '#server/seed.ts'
import { cpuSecondsOf } from '../../scripts/lib/cpu-time.mjs'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { freePort, startKoi } from '../../scripts/lib/koi-process.mjs'
import { table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { TERMS } from '../support/books.ts'
import { fillDataDir } from '../support/pglite.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import type { Betted, Betting } from './bets/bettors.ts'
import { COIN, openBettors, type Bettor } from './bets/players.ts'
import { databaseCpuMs, postmasterOf } from './database-cpu.ts'
import { fillLedger } from './fill-ledger.ts'

const { values } = readOptions({
  usage: `npm run bench:bets -- [--seconds 10] [--rounds 3] [--players 64] [--processes 2] [--filled 1,10] [--settle 0] [--no-pglite]

  --seconds    how long each is bet on in each round
  --rounds     how often they take turns
  --players    who bet at the same time, each waiting for one bet before the next
  --processes  servers on one database, besides one alone; 1 leaves this out
  --filled     bets in the tables before, in millions; a database for each, some 1.5 GB a million. None unless given
  --settle     seconds before measuring, in which a database that was filled comes to rest
  --no-pglite  leaves out the embedded database`,
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    players: { type: 'string', default: '64' },
    processes: { type: 'string', default: '2' },
    filled: { type: 'string', default: '' },
    settle: { type: 'string', default: '0' },
    'no-pglite': { type: 'boolean', default: false },
  },
})
const [SECONDS, ROUNDS, PLAYERS] = [Number(values.seconds), Number(values.rounds), Number(values.players)]
const PROCESSES = Number(values.processes)
const FILLED = values.filled === '' ? [] : values.filled.split(',').map(Number)
const MILLION = 1_000_000
/** The first bets of a connection open its rows of the house and make its query plans. */
const WARM_UP_S = 2
const BUDGET = { times: 4, p99Ms: 100, filledShare: 0.8 }

/** The servers of one design on one database. */
interface Place {
  readonly name: string
  readonly kind: 'naive' | 'one' | 'several' | 'embedded' | 'filled'
  readonly players: readonly Bettor[]
  readonly origins: readonly string[]
  readonly pids: readonly (number | undefined)[]
  bets: number
  refused: number
  seconds: number
  apiCpuMs: number
  databaseCpuMs: number
  playersCpuMs: number
  readonly ms: number[]
}

const closers: (() => Promise<unknown>)[] = []
const problems: string[] = []
ensureBuild()
try {
  await run()
} finally {
  for (const close of closers.toReversed()) await close()
}
for (const problem of problems) console.error(`Not good enough: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

async function run(): Promise<void> {
  const cluster = await startDurablePostgres()
  closers.push(() => cluster.stop())
  const main = openPool(cluster.url)
  const places = await openMainPlaces(cluster.url, main.db)
  if (!values['no-pglite']) places.push(await openEmbedded())
  for (const millions of FILLED) places.push(await openFilled(await cluster.createDatabase(), millions))
  await sleep(Number(values.settle) * 1_000)
  const postmaster = await postmasterOf(main.pool)
  const bettors = fork(new URL('./bets/bettors.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  // The process prints the reason itself.
  bettors.on('exit', (code) => code !== 0 && process.exit(1))
  closers.push(async () => bettors.disconnect())
  for (let round = 0; round < ROUNDS; round++) {
    for (const place of places) await measure(place, bettors, postmaster)
  }
  report(places)
  await compareBooks(main.db)
}

/** The naive design, one server, and several servers, all of them on one database. */
async function openMainPlaces(url: string, db: Kysely<Tables>): Promise<Place[]> {
  await migrate(db, seed)
  const [naivePlayers, players] = [await openBettors(db, PLAYERS), await openBettors(db, PLAYERS)]
  await putOffCheck(db)
  const naive = await startNaive(url)
  const servers = []
  for (let n = 0; n < PROCESSES; n++) servers.push(await startServer({ DATABASE_URL: url }))
  const [one] = servers
  if (!one) throw new Error('At least one server is needed')
  const several: Place[] =
    PROCESSES < 2 ? [] : [placeOf('several', `Koi, ${PROCESSES} processes`, players, servers)]
  return [
    placeOf('naive', 'naive design, 1 process', naivePlayers, [naive]),
    placeOf('one', 'Koi, 1 process', players, [one]),
    ...several,
  ]
}

async function openFilled(url: string, millions: number): Promise<Place> {
  const { db } = openPool(url)
  await migrate(db, seed)
  const players = await openBettors(db, PLAYERS)
  const seconds = await fillLedger(db, 2 * millions * MILLION)
  console.log(`${millions} million bets written beforehand in ${Math.round(seconds)} s`)
  await putOffCheck(db)
  return placeOf('filled', `Koi, ${millions} million bets before`, players, [
    await startServer({ DATABASE_URL: url }),
  ])
}

async function openEmbedded(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-bets-'))
  closers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  await fillDataDir(dataDir)
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, createLogger('silent'))
  await migrate(db, seed)
  const players = await openBettors(db, PLAYERS)
  await putOffCheck(db)
  await close()
  return placeOf('embedded', 'Koi on PGlite', players, [await startServer({}, dataDir)])
}

/** A server checks the whole ledger soon after its start; here `compareBooks` does it afterwards. */
async function putOffCheck(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('job')
    .values({ name: 'ledger-check', epoch: '1', due_at: new Date(Date.now() + 12 * 60 * 60_000) })
    .execute()
}

function openPool(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // The stopping server may close a connection first, which is not an error.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  closers.push(() => db.destroy())
  return { pool, db }
}

type Server = { readonly origin: string; readonly pid: number | undefined }

async function startServer(env: Record<string, string>, dataDir?: string): Promise<Server> {
  const koi = await startKoi({
    ...(dataDir !== undefined && { dataDir }),
    env: { ...env, TRUST_PROXY: '1', LEDGER_CHECK_MINUTES: '1440' },
  })
  closers.push(() => koi.stop())
  return koi
}

async function startNaive(url: string): Promise<Server> {
  const port = await freePort()
  const child = fork(new URL('./competitors/naive-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      TRUST_PROXY: '1',
      DATABASE_URL: url,
      PORT: String(port),
    },
  })
  closers.push(async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  })
  await once(child, 'message')
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid }
}

function placeOf(
  kind: Place['kind'],
  name: string,
  players: readonly Bettor[],
  servers: readonly Server[],
): Place {
  return {
    kind,
    name,
    players,
    origins: servers.map(({ origin }) => origin),
    pids: servers.map(({ pid }) => pid),
    bets: 0,
    refused: 0,
    seconds: 0,
    apiCpuMs: 0,
    databaseCpuMs: 0,
    playersCpuMs: 0,
    ms: [],
  }
}

async function measure(place: Place, bettors: ChildProcess, postmaster: number): Promise<void> {
  const { players, origins, pids } = place
  const bet = async (seconds: number): Promise<Betted> => {
    bettors.send({ players, origins, coin: COIN, seconds } satisfies Betting)
    const [told] = (await once(bettors, 'message')) as [Betted]
    return told
  }
  const apiCpuMs = () => {
    let sum = 0
    for (const pid of pids) sum += pid === undefined ? 0 : cpuSecondsOf(pid) * 1_000
    return sum
  }
  await sleep(500)
  await bet(WARM_UP_S)
  const before = { api: apiCpuMs(), database: await databaseCpuMs(postmaster) }
  const { bets, refused, seconds, cpuMs, ms } = await bet(SECONDS)
  place.apiCpuMs += apiCpuMs() - before.api
  // The embedded database runs in its server's process.
  if (place.kind !== 'embedded') place.databaseCpuMs += (await databaseCpuMs(postmaster)) - before.database
  place.playersCpuMs += cpuMs
  place.bets += bets
  place.refused += refused
  place.seconds += seconds
  for (const each of ms) place.ms.push(each)
}

function rateOf({ bets, seconds }: Place): number {
  return bets / seconds
}

function percentile({ ms }: Place, share: number): number {
  const sorted = ms.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function report(places: readonly Place[]): void {
  const load = loadavg().map((each) => each.toFixed(1))
  console.log(
    `\n${PLAYERS} players at once, seven games, ${ROUNDS} rounds of ${SECONDS} s each, load average ${load.join(' ')}.\n` +
      'Both designs are behind the same HTTP: the same sessions, turns and checks of what comes in and goes out.\n',
  )
  const cpu = (ms: number, { bets }: Place) => (ms / bets).toFixed(3)
  console.log(
    table([
      ['', 'bets/s', 'p50 ms', 'p99 ms', '503', 'CPU ms a bet: API', 'database', 'players'],
      ...places.map((place) => [
        ...[place.name, rateOf(place).toFixed(0)],
        ...[percentile(place, 0.5).toFixed(1), percentile(place, 0.99).toFixed(1), String(place.refused)],
        ...[cpu(place.apiCpuMs, place), cpu(place.databaseCpuMs, place), cpu(place.playersCpuMs, place)],
      ]),
    ]),
  )
  judge(places)
}

function judge(places: readonly Place[]): void {
  const of = (kind: Place['kind']) => places.filter((place) => place.kind === kind)
  const [[naive], [one]] = [of('naive'), of('one')]
  if (!naive || !one) throw new Error('Nothing to compare')
  const times = rateOf(one) / rateOf(naive)
  const p99 = percentile(one, 0.99)
  const figure = (place: Place) => rateOf(place).toFixed(0)
  const figures = [
    `${figure(one)} bets a second beside ${figure(naive)}, ${times.toFixed(1)} ×, p99 ${p99.toFixed(0)} ms beside ${percentile(naive, 0.99).toFixed(0)} ms`,
    `CPU ms a bet: API ${(one.apiCpuMs / one.bets).toFixed(2)}, database ${(one.databaseCpuMs / one.bets).toFixed(2)}`,
    ...of('several').map((place) => `${PROCESSES} processes ${figure(place)}`),
    ...of('embedded').map((place) => `PGlite ${figure(place)}`),
    ...of('filled').map((place, n) => `at ${FILLED[n]} million bets ${figure(place)}`),
  ]
  console.log(`\nMeasured: ${figures.join('; ')}`)
  if (times < BUDGET.times) problems.push(`${times.toFixed(2)} times the naive design, not ${BUDGET.times}`)
  if (p99 > BUDGET.p99Ms) problems.push(`p99 is ${p99.toFixed(0)} ms, not ${BUDGET.p99Ms}`)
  for (const { kind, name, refused } of places) {
    if (kind !== 'naive' && refused > 0) problems.push(`${name}: ${refused} calls were answered with 503`)
  }
  const [least, ...more] = of('filled')
  for (const place of least ? more : []) {
    if (rateOf(place) < BUDGET.filledShare * rateOf(least ?? place)) {
      problems.push(
        `${place.name}: ${((rateOf(place) / rateOf(least ?? place)) * 100).toFixed(0)}% of ${least?.name}`,
      )
    }
  }
}

/** Checks the database that both designs have written to. */
async function compareBooks(db: Kysely<Tables>): Promise<void> {
  const startedAt = performance.now()
  const { faults } = await reconcile(db, TERMS)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`Bets of both designs compared with the ledger in ${seconds} s: ${faults.length} faults`)
  for (const { kind, where } of faults.slice(0, 5)) problems.push(`${kind}: ${where}`)
}
