// `npm run bench:provider`: how many calls of a provider a second one built server answers, each with its row, its
// postings and its round, while as many players bet on our own games, and how our own bets fare alone and beside them.
// Exits with 1 when the p99 of the calls is above 300 ms, because providers give up after a second, or the books differ.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { reconcile } from '#server/books/reconcile.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'
import { seed } from '#server/seed.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { TERMS } from '../support/books.ts'
import { configFile } from '../support/config-file.ts'
import { createHub88House, PROVIDER, turnGameOn } from '../support/hub88-house.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import type { Betted, Betting } from './bets/bettors.ts'
import { COIN, openBettors } from './bets/players.ts'
import type { Called, Calling } from './provider/callers.ts'

const { values } = readOptions({
  usage: `npm run bench:provider -- [--seconds 10] [--players 64] [--pause 1000]

  --seconds  how long each part takes: calls alone, our own bets alone, both
  --players  of the provider, and as many of our own games, each waiting for one answer before the next call
  --pause    milliseconds between two bets of one player on our own games, on average; with 0 they take all of the
             server`,
  options: {
    seconds: { type: 'string', default: '10' },
    players: { type: 'string', default: '64' },
    pause: { type: 'string', default: '1000' },
  },
})
const [SECONDS, PLAYERS, PAUSE_MS] = [values.seconds, values.players, values.pause].map(Number) as [
  number,
  number,
  number,
]
const MOST_P99_MS = 300
const WARM_UP_S = 2
/** More than a server answers. */
const MOST_ROUNDS_A_SECOND = 600

interface Figures {
  readonly seconds: number
  readonly ms: readonly number[]
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
  const pool = new pg.Pool({ connectionString: cluster.url, max: 4 })
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  closers.push(() => db.destroy())
  await migrate(db, seed)
  await turnGameOn(db)
  const bettors = await openBettors(db, PLAYERS)
  const house = createHub88House()
  const seats: { user: string; token: string }[] = []
  for (const { uid: player } of await openBettors(db, PLAYERS)) {
    const of = { provider: PROVIDER, player, coin: COIN, game: 'wheel', now: Date.now() }
    seats.push(await openProviderSession(db, of))
  }
  // A server checks the whole ledger soon after its start; here it is done afterwards.
  const due_at = new Date(Date.now() + 12 * 60 * 60_000)
  await db.insertInto('job').values({ name: 'ledger-check', epoch: '1', due_at }).execute()
  const koi = await startKoi({
    env: { DATABASE_URL: cluster.url, TRUST_PROXY: '1', KOI_CONFIG: configFile(house.config) },
  })
  closers.push(() => koi.stop())

  const betting = startChild('./bets/bettors.ts')
  const calling = startChild('./provider/callers.ts')
  const bet = async (seconds: number): Promise<Figures> => {
    betting.send({
      players: bettors,
      origins: [koi.origin],
      coin: COIN,
      seconds,
      pauseMs: PAUSE_MS,
    } satisfies Betting)
    const [told] = (await once(betting, 'message')) as [Betted]
    return told
  }
  const call = async (seconds: number) => {
    const rounds = Math.ceil((seconds * MOST_ROUNDS_A_SECOND) / PLAYERS)
    calling.send({
      origin: koi.origin,
      privatePem: house.privatePem,
      seats,
      rounds,
      seconds,
    } satisfies Calling)
    await once(calling, 'message')
    return async (): Promise<Figures> => {
      calling.send('go')
      const [told] = (await once(calling, 'message')) as [Called]
      if (told.isReady) throw new Error('The provider has not called')
      return told
    }
  }
  await Promise.all([bet(WARM_UP_S), call(WARM_UP_S).then((go) => go())])
  const alone = await bet(SECONDS)
  await sleep(500)
  const callsAlone = await (await call(SECONDS))()
  const go = await call(SECONDS)
  const [beside, calls] = await Promise.all([bet(SECONDS), go()])
  report({ alone, beside, callsAlone, calls })
  const { faults } = await reconcile(db, TERMS)
  for (const { kind, where } of faults.slice(0, 5)) problems.push(`${kind}: ${where}`)
}

function startChild(path: string): ChildProcess {
  const child = fork(new URL(path, import.meta.url), { execArgv: ['--import', 'tsx'] })
  // The process prints the reason itself.
  child.on('exit', (code) => code !== 0 && process.exit(1))
  closers.push(async () => child.disconnect())
  return child
}

function report(of: Readonly<Record<'alone' | 'beside' | 'callsAlone' | 'calls', Figures>>): void {
  const rate = ({ ms, seconds }: Figures) => (ms.length / seconds).toFixed(0)
  const at = ({ ms }: Figures, share: number) => {
    const sorted = ms.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  }
  const row = (name: string, figures: Figures) => [
    ...[name, rate(figures)],
    ...[0.5, 0.99].map((share) => at(figures, share).toFixed(1)),
  ]
  console.log(
    table([
      ['', 'a second', 'p50 ms', 'p99 ms'],
      row('own bets, alone', of.alone),
      row('own bets, beside calls', of.beside),
      row('calls, alone', of.callsAlone),
      row('calls, beside own bets', of.calls),
    ]),
  )
  const p99 = at(of.calls, 0.99)
  const ratio = p99 / at(of.beside, 0.99)
  console.log(
    `\nMeasured: ${PLAYERS} players at a provider beside ${PLAYERS} who bet: ${rate(of.calls)} calls a second, p50 ${at(of.calls, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${ratio.toFixed(1)} × that of the bets; ${rate(of.callsAlone)} calls a second alone; own bets ${rate(of.beside)} a second beside them, ${rate(of.alone)} alone`,
  )
  if (!(p99 <= MOST_P99_MS)) problems.push(`p99 of the calls is ${p99.toFixed(0)} ms, not ${MOST_P99_MS}`)
}
