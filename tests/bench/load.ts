// `npm run bench:load`: 300 parallel players on one built server with its own PostgreSQL, first without a pause between
// their calls, then with a quarter of a second, which is still faster than any player; at last one player beside
// another who makes 100 calls at a time. Exits with 1 when an answer is a 5xx, an operation differs from its answer,
// p99 of the players with pauses is above a second, or the fair player's median call takes more than three times as
// long beside the other one. Without a pause p99 is just 300 divided by the calls a second that the machine can serve.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { hashPassword } from '#server/accounts/passwords.ts'
import { openSession } from '#server/identity/sessions.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { median, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { startDurablePostgres } from '../support/postgres.ts'
import { someAddress } from '../support/tron-grid.ts'
import { openClient, type LoadAnswer } from './load/client.mjs'

const { values } = readOptions({
  usage: `npm run bench:load -- [--clients 300] [--seconds 20] [--pause 250] [--hog 100]

  --clients  players at once
  --seconds  how long they play, each time
  --pause    milliseconds between two calls of a player, the second time
  --hog      calls at once of the one player beside whom another is measured`,
  options: {
    clients: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    pause: { type: 'string', default: '250' },
    hog: { type: 'string', default: '100' },
  },
})
const [CLIENTS, SECONDS] = [Number(values.clients), Number(values.seconds)]
const [PAUSE_MS, HOG] = [Number(values.pause), Number(values.hog)]
const MOST_P99_MS = 1_000
const MOST_TIMES = 3
const FAIR_CALLS = 300
const PASSWORD = 'the password of every player'

interface Player {
  readonly email: string
  readonly uid: number
  readonly token: string
  readonly from: string
}

type MoneyKind = 'deposit' | 'withdrawal'

interface Sent {
  readonly kind: MoneyKind
  readonly uid: number
  readonly key: string
  readonly status: number
}

const problems: string[] = []
ensureBuild()
const cluster = await startDurablePostgres()
const pool = new pg.Pool({ connectionString: cluster.url, max: 4 })
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
await migrate(db, seed)
const passwordHash = await hashPassword(PASSWORD)
await pool.query(
  `insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
   select 'player-' || n || '@example.test', $1, now(), 'en-US', lpad(n::text, 8, '0'), now(), now()
   from generate_series(1, $2::integer) n`,
  [passwordHash, CLIENTS],
)
// The start grants all of them their practice money.
const koi = await startKoi({ env: { DATABASE_URL: cluster.url, TRUST_PROXY: '1', LOG_LEVEL: 'info' } })
const client = openClient(koi.origin)
try {
  const players = await openPlayers()
  await playTogether(players, 0)
  await playTogether(players, PAUSE_MS)
  await playBeside(players)
} finally {
  client.close()
  await koi.stop()
  await db.destroy()
  await cluster.stop()
}
if (problems.length > 0) {
  console.error(`\nNot good enough:\n${problems.join('\n')}`)
  process.exitCode = 1
}

async function openPlayers(): Promise<Player[]> {
  const accounts = await db.selectFrom('account').select(['id', 'email']).orderBy('id').execute()
  return Promise.all(
    accounts.map(async ({ id, email }, n) => {
      const from = `10.0.${n >> 8}.${n & 255}`
      const caller = {
        address: from,
        userAgent: 'bench',
        device: null,
        origin: koi.origin,
        logger: createLogger('silent'),
      }
      const token = await openSession(db, id, { method: 'password', caller, now: Date.now() })
      await client.call('PUT', '/user/deposit-address', { token, from, body: { receives: 'wif-solana' } })
      return { email: email ?? '', uid: id, token, from }
    }),
  )
}

async function playTogether(players: readonly Player[], pauseMs: number): Promise<void> {
  const answers = new Map<string, LoadAnswer[]>()
  const sent: Sent[] = []
  const until = performance.now() + SECONDS * 1_000
  await Promise.all(players.map((player) => play(player, { until, pauseMs }, answers, sent)))
  const all = [...answers.values()].flat()
  const rows = [...answers].map(([name, some]) => rowOf(name, some))
  console.log(
    `\n${CLIENTS} players at once for ${SECONDS} s, ${pauseMs} ms between two calls, load average ${loadOf()}\n`,
  )
  console.log(table([['', 'calls', 'p50', 'p99', 'statuses'], ...rows, rowOf('all', all)]))
  console.log(`\n${(all.length / SECONDS).toFixed(0)} calls a second`)
  const failed = all.filter(({ status }) => status === 0 || status >= 500)
  console.log(
    `Measured: with ${pauseMs} ms between two calls p99 ${percentile(all, 0.99).toFixed(0)} ms, ${(all.length / SECONDS).toFixed(0)} calls a second, ${failed.length} of ${all.length} are 5xx or none`,
  )
  if (failed.length > 0) problems.push(`${failed.length} of ${all.length} answers are none, or 5xx`)
  if (pauseMs > 0 && percentile(all, 0.99) > MOST_P99_MS)
    problems.push(`p99 is ${percentile(all, 0.99).toFixed(0)} ms`)
  await compareWithBooks(sent)
}

async function play(
  { email, uid, token, from }: Player,
  { until, pauseMs }: { readonly until: number; readonly pauseMs: number },
  answers: Map<string, LoadAnswer[]>,
  sent: Sent[],
): Promise<void> {
  const note = (name: string, answer: LoadAnswer) => {
    answers.set(name, answers.get(name) ?? [])
    answers.get(name)?.push(answer)
    return answer
  }
  const read = async (path: string) => void note(path, await client.call('GET', path, { token, from }))
  const order = async (kind: MoneyKind, path: string, body: object) => {
    const key = randomUUID()
    const options = { token, from, body: { ...body, idempotencyKey: key } }
    const { status } = note(kind, await client.call('POST', path, options))
    sent.push({ kind, uid, key, status })
  }
  const terms = { coin: 'usdt-tron', chain: 'tron-practice', amount: '5', fee: '1', password: PASSWORD }
  while (performance.now() < until) {
    if (pauseMs > 0) await sleep(pauseMs)
    const chance = randomBytes(1).readUInt8() / 256
    if (chance < 0.3) await read('/games')
    else if (chance < 0.55) await read('/balances')
    else if (chance < 0.75) await read('/transactions')
    else if (chance < 0.85) await read('/user/me')
    else if (chance < 0.95) await order('deposit', '/practice/transfers', { amount: '2' })
    else if (chance < 0.99)
      await order('withdrawal', '/user/withdrawals', { ...terms, address: someAddress() })
    else {
      const body = { email, password: PASSWORD }
      note('log-in', await client.call('POST', '/auth/login', { from, body }))
    }
  }
}

/** Each confirmed operation must be in the database once, and no refused one. */
async function compareWithBooks(sent: readonly Sent[]): Promise<void> {
  const withdrawals = await db.selectFrom('withdrawal').select(['account_id', 'idempotency_key']).execute()
  const transfers = await db.selectFrom('practice_transfer').select('tx_id').execute()
  const kept = new Set([
    ...withdrawals.map(({ account_id, idempotency_key }) => `withdrawal ${account_id} ${idempotency_key}`),
    ...transfers.map(({ tx_id }) => `deposit ${tx_id}`),
  ])
  const nameOf = ({ kind, uid, key }: Sent) =>
    kind === 'withdrawal'
      ? `withdrawal ${uid} ${key}`
      : `deposit ${createHash('sha256').update(`${uid}/${key}`).digest('hex')}`
  const lost = sent.filter((each) => each.status === 200 && !kept.has(nameOf(each)))
  const doneAllTheSame = sent.filter((each) => each.status >= 400 && kept.has(nameOf(each)))
  console.log(`${sent.length} orders of money compared with the database`)
  if (lost.length > 0) problems.push(`${lost.length} confirmed orders do not exist`)
  if (doneAllTheSame.length > 0) problems.push(`${doneAllTheSame.length} refused orders exist`)
}

async function playBeside([fair, other]: readonly Player[]): Promise<void> {
  if (!fair || !other) throw new Error('Two players are needed')
  const measure = async () => {
    const answers: LoadAnswer[] = []
    for (let n = 0; n < FAIR_CALLS; n++) answers.push(await client.call('GET', '/balances', fair))
    const bad = answers.filter(({ status }) => status !== 200)
    if (bad.length > 0) problems.push(`The fair player was refused ${bad.length} times`)
    return median(answers.map(({ ms }) => ms))
  }
  await sleep(3_000)
  await measure()
  const alone = await measure()
  const workerData = { origin: koi.origin, token: other.token, from: other.from, parallel: HOG }
  const hog = new Worker(new URL('./load/hog.mjs', import.meta.url), { workerData })
  const statuses = new Promise<object>((resolve) =>
    hog.on('message', (said: unknown) => {
      if (typeof said === 'object' && said !== null) resolve(said)
    }),
  )
  await sleep(1_000)
  const beside = await measure()
  hog.postMessage('stop')
  console.log(
    `\nThe fair player's median call: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${HOG} calls at once (${JSON.stringify(await statuses)}), load average ${loadOf()}`,
  )
  console.log(
    `Measured: beside ${HOG} calls at once a fair player waits ${(beside / alone).toFixed(1)} times as long`,
  )
  if (beside > MOST_TIMES * alone)
    problems.push(`The fair player waits ${(beside / alone).toFixed(1)} times as long`)
}

function loadOf(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}

function percentile(answers: readonly LoadAnswer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function rowOf(name: string, answers: readonly LoadAnswer[]): string[] {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  const statuses = [...counts].map(([status, count]) => `${status}×${count}`).join(' ')
  const ms = (share: number) => `${percentile(answers, share).toFixed(0)} ms`
  return [name, String(answers.length), ms(0.5), ms(0.99), statuses]
}
