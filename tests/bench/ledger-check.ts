// `npm run bench:check`: how long the check of the ledger and the public figures take while the ledger grows, from the
// beginning and resumed from the last check. Exits with 1 when a resumed check takes longer because more precedes it.
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { BETS_AGAIN } from '#server/books/bets-again.ts'
import { checkLedger } from '#server/books/check-ledger.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import type { Tables } from '#server/db/tables.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransactions } from '#server/ledger/post-transaction.ts'
import { readGameReturns } from '#server/transparency/game-returns.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { TERMS } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'
import { fillLedger } from './fill-ledger.ts'

const { values } = readOptions({
  usage: `npm run bench:check -- [--before 1] [--since 0.2] [--times 4] [--players 1000]

  --before   postings in the ledger at first, in millions; as many come to them each time
  --since    postings since the last check, in millions
  --times    how often the ledger grows
  --players  accounts that have them`,
  options: {
    before: { type: 'string', default: '1' },
    since: { type: 'string', default: '0.2' },
    times: { type: 'string', default: '4' },
    players: { type: 'string', default: '1000' },
  },
})
const MILLION = 1_000_000
const [BEFORE, SINCE] = [Number(values.before) * MILLION, Number(values.since) * MILLION]
const GRANT = { coin: 'usdt-tron', amount: 1_000_000_000n }
/** Ratio between the longest and the shortest resumed check. */
const MOST_GROWTH = 1.5

const postgres = await startPostgres()
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
// The stopping server may close a connection first, which is not an error.
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
const timeOf = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const startedAt = performance.now()
  const result = await work()
  return [(performance.now() - startedAt) / 1_000, result]
}
const figures = () => db.transaction().setIsolationLevel('repeatable read').execute(readGameReturns)
const goings: number[] = []
try {
  await migrate(db, seed)
  const players = await openLedgerPlayers(db, Number(values.players))
  for (let n = 0; n < players.length; n += 100) {
    await postTransactions(
      db,
      players.slice(n, n + 100).map((player) => ({
        transaction: grantPracticeMoney({ player, ...GRANT }),
        at: Date.now(),
      })),
    )
  }
  const terms = { ...TERMS, grants: [...TERMS.grants, { coin: GRANT.coin, amount: `${GRANT.amount}` }] }
  const check = async (sliceBudgetMs: number, isWhole: boolean) => {
    const [seconds, result] = await timeOf(() => checkLedger(db, terms, { sliceBudgetMs }))
    const { faults, wholeBecause, slices } = result
    if (faults.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(faults[0])}`)
    if ((wholeBecause !== null) !== isWhole) throw new Error(`Read all: ${wholeBecause ?? 'no'}`)
    return { seconds, slices }
  }
  const secrets = await openSecrets(db, null)
  for (let time = 1; time <= Number(values.times); time++) {
    await fillLedger(db, BEFORE - SINCE)
    const [figuresWhole] = time === 1 ? await timeOf(figures) : []
    await pool.query('delete from ledger_check')
    const whole = await check(0, true)
    await fillLedger(db, SINCE)
    const [figuresLater] = await timeOf(figures)
    const later = await check(0, false)
    const slices = await check(1_000, false)
    goings.push(later.seconds)
    process.stdout.write(
      `${(time * BEFORE) / MILLION} million postings: all of them but the last ${SINCE / MILLION} million checked in ` +
        `${whole.seconds.toFixed(1)} s, those in ${later.seconds.toFixed(1)} s; ${slices.slices} slices in ` +
        `${slices.seconds.toFixed(1)} s; public figures ${figuresLater.toFixed(2)} s` +
        `${figuresWhole === undefined ? '' : `, without any check before ${figuresWhole.toFixed(2)} s`}\n`,
    )
  }
  // `npm run reconcile` also recomputes every bet and checks every signature.
  const [seconds, { count }] = await timeOf(() => BETS_AGAIN.read(db, { secrets }))
  process.stdout.write(
    `${count} receipts checked and bets recomputed in ${seconds.toFixed(1)} s, ${((seconds * MILLION) / count).toFixed(0)} µs each\n`,
  )
} finally {
  await db.destroy()
  await postgres.stop()
}
const growth = Math.max(...goings) / Math.min(...goings)
const isGood = growth <= MOST_GROWTH
process.stdout.write(
  `Resuming took ${growth.toFixed(2)} × as long at most (budget ${MOST_GROWTH} ×): ${isGood ? 'GOOD' : 'TOO SLOW'}\n`,
)
process.exitCode = isGood ? 0 : 1
