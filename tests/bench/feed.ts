// `npm run bench:feed`: the delay of live events. First four processes together publish 20 events a second and hear
// those of all, by notifications of PostgreSQL behind PgBouncer and over NATS. Then one built server has 5,000 open
// streams of 1,250 players while their deposits change, 20 a second, and at last all of them at once. Last, the streams
// of 1,000 anonymous watchers get a public topic, 20 events a second. Exits with 1 when an event is lost, p99 exceeds
// its budget, or memory grows while nothing happens.
import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { API_BASE } from '#contract/api-base.ts'
import { LIVE_PATH } from '#contract/live.ts'
import { createLogger } from '#server/base/logger.ts'
import type { Tables } from '#server/db/tables.ts'
import { openFeed } from '#server/feed/open-feed.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { openSession } from '#server/identity/sessions.ts'
import { cpuSecondsOf } from '../../scripts/lib/cpu-time.mjs'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { startNats } from '../support/nats.ts'
import { startPooledPostgres, USUAL_IDLE_S } from '../support/pgbouncer.ts'
import type { FeedProcessOptions, Heard } from './feed/process.ts'

const { values } = readOptions({
  usage: `npm run bench:feed -- [--processes 4] [--seconds 20] [--streams 5000] [--hold 20] [--watchers 1000]

  --processes  that tell each other what happens
  --seconds    how long they do, and how long streams are told
  --streams    open on one server, four of each player
  --hold       seconds for which they are open while nothing happens
  --watchers   of a public topic`,
  options: {
    processes: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    streams: { type: 'string', default: '5000' },
    hold: { type: 'string', default: '20' },
    watchers: { type: 'string', default: '1000' },
  },
})
const [PROCESSES, SECONDS, STREAMS, HOLD_S, WATCHERS] = [
  Number(values.processes),
  Number(values.seconds),
  Number(values.streams),
  Number(values.hold),
  Number(values.watchers),
]
const EVENTS_PER_SECOND = 20
const STREAMS_OF_A_PLAYER = 4
const MOST_P99_MS = { NOTIFY: 250, NATS: 50, streams: 250, watchers: 250 }
/** Allowed change in the memory of a server with idle streams. */
const MOST_GROWTH_MB = 20
/** Pause after opening thousands of streams, before memory is measured. */
const SETTLE_MS = 30_000
/** Wait for the last events. */
const LAST_MS = 1_000
const OPENED_AT_ONCE = 50
const WALLET = `0x${'5a'.repeat(20)}`

const problems: string[] = []
const figures: string[] = []
ensureBuild()
const postgres = await startPooledPostgres({ idleS: USUAL_IDLE_S })
const nats = await startNats()
try {
  const databaseUrl = postgres.url
  const databaseDirectUrl = postgres.direct(postgres.url)
  // The first server makes the tables.
  const koi = await startKoi({
    env: { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl, TRUST_PROXY: '1' },
  })
  try {
    const config = { databaseUrl, databaseDirectUrl }
    judge('NOTIFY', await hear({ ...config, natsUrl: null }))
    judge('NATS', await hear({ ...config, natsUrl: nats.url }))
    await tellStreams(koi, config)
    await tellWatchers(koi, config)
  } finally {
    await koi.stop()
  }
} finally {
  await nats.stop()
  await postgres.stop()
}
console.log(`Measured: ${figures.join('; ')}`)
for (const problem of problems) console.error(`Not good enough: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function judge(what: keyof typeof MOST_P99_MS, delaysMs: readonly number[]): void {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity).toFixed(1)
  figures.push(`${what}: ${sorted.length} events heard, p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms`)
  if (!(Number(at(0.99)) <= MOST_P99_MS[what])) problems.push(`${what}: p99 is ${at(0.99)} ms`)
}

/** @returns the delay of each event in each process, its own included */
async function hear(config: Omit<FeedProcessOptions, 'everyMs'>): Promise<number[]> {
  const options: FeedProcessOptions = { ...config, everyMs: (PROCESSES * 1_000) / EVENTS_PER_SECOND }
  const children: ChildProcess[] = []
  try {
    for (let n = 0; n < PROCESSES; n++) {
      const child = fork(new URL('./feed/process.ts', import.meta.url), [JSON.stringify(options)])
      children.push(child)
      await once(child, 'message')
    }
    for (const child of children) child.send('begin')
    await sleep(SECONDS * 1_000)
    for (const child of children) child.send('end')
    await sleep(LAST_MS)
    const heard = await Promise.all(
      children.map(async (child) => {
        const answer = once(child, 'message') as Promise<[Heard]>
        child.send('stop')
        return (await answer)[0]
      }),
    )
    const published = heard.reduce((sum, each) => sum + each.published, 0)
    for (const { delaysMs } of heard) {
      if (delaysMs.length !== published) problems.push(`${delaysMs.length} of ${published} events were heard`)
    }
    return heard.flatMap(({ delaysMs }) => delaysMs)
  } finally {
    for (const child of children) child.kill()
  }
}

/** Streams of one server whose players' deposits change. */
async function tellStreams(
  koi: { readonly origin: string; readonly pid: number | undefined },
  config: { readonly databaseUrl: string; readonly databaseDirectUrl: string },
): Promise<void> {
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 8 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const feed = await openFeed({ ...config, natsUrl: null }, db, createLogger('silent'))
  const agent = new Agent({ maxSockets: Infinity })
  try {
    const players = await makePlayers(db, STREAMS / STREAMS_OF_A_PLAYER)
    let open = 0
    let told: { readonly uid: number; readonly at: number; readonly text: string }[] = []
    const listen = ({ uid, token, from }: (typeof players)[number]) =>
      new Promise<void>((resolve, reject) => {
        const headers = { 'access-token': token, 'x-forwarded-for': from, accept: 'text/event-stream' }
        const path = `${API_BASE}${LIVE_PATH}?topics=deposits`
        get(koi.origin + path, { agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`A stream answered ${response.statusCode}`))
          response.setEncoding('utf8').on('data', (text: string) => {
            if (text.includes('event: open')) resolve(void (open += 1))
            if (text.includes('"seenAt"')) told.push({ uid, at: Date.now(), text })
          })
          response.on('close', () => void (open -= 1))
        }).on('error', reject)
      })
    const streams = players.flatMap((player) => Array.from({ length: STREAMS_OF_A_PLAYER }, () => player))
    const began = performance.now()
    for (let from = 0; from < streams.length; from += OPENED_AT_ONCE) {
      await Promise.all(streams.slice(from, from + OPENED_AT_ONCE).map(listen))
    }
    const openedS = (performance.now() - began) / 1_000
    await sleep(SETTLE_MS)

    const cpu = () => (koi.pid === undefined ? 0 : cpuSecondsOf(koi.pid))
    const change = async (uids: readonly number[]): Promise<number> => {
      const at = Date.now()
      await sql`update deposit set seen_at = ${new Date(at)}, updated_at = ${new Date(at)}
        where account_id = any(${uids}::integer[])`.execute(db)
      tellPlayers(feed, 'deposits', uids)
      return at
    }
    const [quietBefore, rssBefore] = [cpu(), koi.pid === undefined ? 0 : rssMbOf(koi.pid)]
    await sleep(HOLD_S * 1_000)
    const quiet = (cpu() - quietBefore) / HOLD_S
    const grownMb = (koi.pid === undefined ? 0 : rssMbOf(koi.pid)) - rssBefore
    if (grownMb > MOST_GROWTH_MB) problems.push(`memory of idle streams grew by ${grownMb} MB`)
    told = []
    const busyBefore = cpu()
    const delays: number[] = []
    const changes = SECONDS * EVENTS_PER_SECOND
    for (let n = 0; n < changes; n++) {
      const player = players[(n * 7) % players.length]
      if (player) void change([player.uid])
      await sleep(1_000 / EVENTS_PER_SECOND)
    }
    await sleep(LAST_MS)
    const busy = (cpu() - busyBefore) / (SECONDS + LAST_MS / 1_000)
    for (const { at, text } of told) {
      const seenAt = /"seenAt":"([^"]+)"/.exec(text)?.[1]
      delays.push(at - Date.parse(seenAt ?? ''))
    }
    const wanted = changes * STREAMS_OF_A_PLAYER
    if (delays.length !== wanted) problems.push(`${delays.length} of ${wanted} streams were told`)
    judge('streams', delays)

    told = []
    const all = await change(players.map(({ uid }) => uid))
    for (let waits = 0; told.length < streams.length && waits < 100; waits++) await sleep(100)
    if (told.length < streams.length)
      problems.push(`of all ${streams.length} streams ${told.length} were told`)
    if (open !== streams.length) problems.push(`${open} of ${streams.length} streams are open`)
    const allMs = Math.max(...told.map(({ at }) => at)) - all
    const percent = (share: number) => `${(share * 100).toFixed(1)}% of a core`
    const rss = koi.pid === undefined ? 0 : rssMbOf(koi.pid)
    figures.push(
      `${streams.length} streams on one process: opened in ${openedS.toFixed(1)} s, ${rss} MB, ${percent(quiet)} while nothing happens for ${HOLD_S} s (memory from ${rssBefore} by ${grownMb} MB), ${percent(busy)} with ${EVENTS_PER_SECOND} events a second; all told of a change each after ${allMs} ms`,
    )
  } finally {
    agent.destroy()
    await feed.close()
    await db.destroy()
  }
}

/** Watchers of a public topic that another process publishes. */
async function tellWatchers(
  koi: { readonly origin: string; readonly pid: number | undefined },
  config: { readonly databaseUrl: string; readonly databaseDirectUrl: string },
): Promise<void> {
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 2 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const feed = await openFeed({ ...config, natsUrl: null }, db, createLogger('silent'))
  const agent = new Agent({ maxSockets: Infinity })
  const rss = () => (koi.pid === undefined ? 0 : rssMbOf(koi.pid))
  const cpu = () => (koi.pid === undefined ? 0 : cpuSecondsOf(koi.pid))
  const delays: number[] = []
  const watch = (_: unknown, n: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`, accept: 'text/event-stream' }
      get(`${koi.origin}${API_BASE}${LIVE_PATH}?topics=crash`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`A stream answered ${response.statusCode}`))
        response.setEncoding('utf8').on('data', (text: string) => {
          const at = Date.now()
          if (text.includes('event: open')) resolve()
          for (const [, now] of text.matchAll(/"now":(\d+)/g)) delays.push(at - Number(now))
        })
      }).on('error', reject)
    })
  try {
    // Lets the server free the memory of earlier streams first.
    await sleep(3 * LAST_MS)
    const rssBefore = rss()
    for (let from = 0; from < WATCHERS; from += OPENED_AT_ONCE) {
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (each, n) => watch(each, from + n)))
    }
    const opened = rss()
    const cpuBefore = cpu()
    const events = SECONDS * EVENTS_PER_SECOND
    for (let n = 1; n <= events; n++) {
      feed.publish('crash', { type: 'beat', round: String(n), now: Date.now() })
      await sleep(1_000 / EVENTS_PER_SECOND)
    }
    await sleep(LAST_MS)
    const used = ((cpu() - cpuBefore) / (SECONDS + LAST_MS / 1_000)) * 100
    if (delays.length !== events * WATCHERS)
      problems.push(`${delays.length} of ${events * WATCHERS} events reached the watchers`)
    judge('watchers', delays)
    const each = (mb: number) => `${Math.round((mb * 1_024) / WATCHERS)} kB each`
    figures.push(
      `${WATCHERS} watchers of a public topic on one process: ${each(opened - rssBefore)} when open, ${each(rss() - rssBefore)} after ${events} events, ${used.toFixed(1)}% of a core with ${EVENTS_PER_SECOND} events a second`,
    )
  } finally {
    agent.destroy()
    await feed.close()
    await db.destroy()
  }
}

/** Players with a session and a recent deposit. */
async function makePlayers(db: Kysely<Tables>, count: number) {
  await sql`insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
    select 'listener-' || n || '@example.test', 'none', now(), 'en-US', lpad(n::text, 8, '0'), now(), now()
    from generate_series(1, ${count}::integer) n`.execute(db)
  const accounts = await db.selectFrom('account').select('id').where('email', 'like', 'listener-%').execute()
  const rows = accounts.map(({ id }) => ({
    account_id: id,
    chain: 'evm-11155111-practice',
    log_index: 0,
    sender: WALLET,
    recipient: WALLET,
    tx_id: createHash('sha256').update(String(id)).digest('hex'),
    contract: WALLET,
    coin: 'usdt-ethereum',
    amount: '1',
    block: '1',
    block_at: new Date(),
    status: 'below_minimum' as const,
    receive_coin: 'usdt-ethereum',
    credited_amount: null,
    credited_price_usd: null,
    paid_price_usd: null,
    usd_cents: null,
    seen_at: new Date(),
    settled_at: new Date(),
    updated_at: new Date(),
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('deposit')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  return Promise.all(
    accounts.map(async ({ id: uid }, n) => {
      const from = `10.0.${n >> 8}.${n & 255}`
      const caller = {
        address: from,
        userAgent: 'bench',
        device: null,
        origin: '',
        logger: createLogger('silent'),
      }
      const token = await openSession(db, uid, { method: 'password', caller, now: Date.now() })
      return { uid, token, from }
    }),
  )
}

function rssMbOf(pid: number): number {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
  )
}
