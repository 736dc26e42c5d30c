// `npm run bench:operator`: how long operators wait for lists and searches of players, as the console asks for them.
// Exits with 1 when 95 of 100 answers of one kind take longer than 300 ms.
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { findPlayers } from '#contract/operator/players.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { createLogger } from '#server/base/logger.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { readsOf } from '#server/db/open-reads.ts'
import { listPlayers } from '#server/operator-views/find-players.ts'
import { seed } from '#server/seed.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { startPostgres } from '../support/postgres.ts'

const { values } = readOptions({
  usage: `npm run bench:operator -- [--players 1000000] [--times 40] [--only <word>]

  --players  accounts in the table
  --times    how often each kind is asked for
  --only     kinds with this word`,
  options: {
    players: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
  },
})
const PLAYERS = Number(values.players)
const TIMES = Number(values.times)
const MOST_P95_MS = 300
const FIRST_UID = 100_001

type Query = ParsedRequest<typeof findPlayers>['query']

const postgres = await startPostgres()
const { db, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, createLogger('silent'))

/** One in 50 is closed, one in 100 in a break, one in 10 has a wallet and no e-mail address. */
async function fill(): Promise<void> {
  const n = sql.lit(PLAYERS)
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    // Rows that fit each other need no check of their keys.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`
      insert into account (email, nickname, locale, referral_code, adult_confirmed_at, created_at, closed_at)
      select case when n % 50 = 0 or n % 10 = 3 then null
          else substr(md5(n::text), 1, 1 + n % 9) || '.' || n || '@' || (array['mail', 'koi', 'post'])[1 + n % 3] || '.example' end,
        case when n % 50 <> 0 and n % 3 = 0 then initcap(substr(md5('name' || n), 1, 8)) else '' end,
        'en-US', translate(upper(lpad(to_hex(n), 8, '0')), 'ILOU', '0000'), now(), now() - (${n} - n) * interval '30 seconds',
        case when n % 50 = 0 then now() end
      from generate_series(1, ${n}) n`.execute(one)
    await sql`insert into player_way (account_id, way_hash, kind)
      select id, sha256(convert_to(email, 'UTF8')), 'email' from account where email is not null`.execute(one)
    await sql`insert into wallet (address, account_id, label, linked_at, proven_by)
      select '0x' || md5('a' || id) || substr(md5('b' || id), 1, 8), id, '', now(), 'key' from account
      where id % 10 = 4`.execute(one)
    await sql`insert into login_event (account_id, at, method, outcome, user_agent, address)
      select id, created_at, 'password', 'ok', '', '' from account`.execute(one)
    await sql`insert into session (id, account_id, token_hash, method, user_agent, address, created_at, last_used_at, expires_at)
      select gen_random_uuid(), id, sha256(int4send(id)), 'password', '', '', now(), now(), now() + interval '30 days'
      from account where id % 4 = 0 and closed_at is null`.execute(one)
    await sql`insert into play_break (account_id, kind, started_at, until)
      select id, 'time-out', now(), now() + interval '1 day' from account where id % 100 = 7`.execute(one)
    await sql`insert into chain_watch (chain, final_until, seen_until) values
      ('tron-practice', now(), now()), ('evm-1-practice', now(), now())`.execute(one)
    await sql`insert into deposit_key (chain, xpub, created_at) values ('tron-practice', 'x', now())`.execute(
      one,
    )
    await sql`insert into deposit_address (chain, account_id, address, key_id, derivation_index, receive_coin, created_at, opened_at)
      select 'tron-practice', id, 'T' || translate(md5('t' || id), '0', 'x') || 'z', (select max(id) from deposit_key), id,
        'usdt-tron', now(), now() from account where id % 5 = 0`.execute(one)
    await sql`insert into deposit (account_id, chain, tx_id, log_index, sender, recipient, contract, coin, amount, block,
        block_at, status, receive_coin, seen_at, settled_at, updated_at)
      select id, 'evm-1-practice', '0x' || md5('c' || id) || md5('d' || id), 0, '0x' || md5('e' || id) || substr(md5('f' || id), 1, 8),
        '0x' || repeat('1', 40), '0x' || repeat('2', 40), 'usdt-ethereum', 1, 1, now(), 'below_minimum', 'usdt-ethereum',
        now(), now(), now()
      from account where id % 4 = 1`.execute(one)
    await sql`set session_replication_role = default`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}

const anyUid = () => FIRST_UID + Math.floor(Math.random() * PLAYERS)
const md5Of = async (text: string) =>
  (await sql<{ md5: string }>`select md5(${text}) as md5`.execute(db)).rows[0]?.md5 ?? ''
const letters = (count: number) =>
  Array.from({ length: count }, () => '0123456789abcdef'[Math.floor(Math.random() * 16)]).join('')
const search = (text: string): Query => ({ search: text })
/** Picks an account with an e-mail address. */
async function anyEmail(): Promise<string> {
  for (;;) {
    const row = await db.selectFrom('account').select('email').where('id', '=', anyUid()).executeTakeFirst()
    if (row?.email) return row.email
  }
}

const KINDS: Readonly<Record<string, () => Promise<Query> | Query>> = {
  'all, the newest first': () => ({}),
  'all, a page in the middle': () => ({ after: `0-${anyUid()}` }),
  'all, the oldest first': () => ({ direction: 'up' }),
  'by e-mail address': () => ({ sort: 'email' }),
  'by e-mail address, a page in the middle': async () => {
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', await anyEmail())
      .executeTakeFirstOrThrow()
    return { sort: 'email', after: `0-${id}` }
  },
  'by e-mail address, the last first': () => ({ sort: 'email', direction: 'down' }),
  'without an e-mail address': () => ({ sort: 'email', after: `1-${anyUid()}` }),
  open: () => ({ state: 'open' }),
  'in a break': () => ({ state: 'break' }),
  'in a break, by e-mail address': () => ({ state: 'break', sort: 'email' }),
  closed: () => ({ state: 'closed' }),
  'closed, by e-mail address': () => ({ state: 'closed', sort: 'email' }),
  'a number': () => search(String(anyUid())),
  'a public number': async () => {
    const { public_number } = await db
      .selectFrom('account')
      .select('public_number')
      .where('id', '=', anyUid())
      .executeTakeFirstOrThrow()
    return search(public_number)
  },
  'an e-mail address': async () => search(await anyEmail()),
  'one letter': () => search(letters(1)),
  'two letters': () => search(letters(2)),
  'five letters': () => search(letters(5)),
  'the last in a break': async () => {
    const { account_id } = await db
      .selectFrom('play_break')
      .select('account_id')
      .orderBy('account_id')
      .executeTakeFirstOrThrow()
    return { state: 'break', after: `0-${account_id}` }
  },
  'five letters of players in a break': () => ({ search: letters(5), state: 'break' }),
  'one letter of players in a break': () => ({ search: letters(1), state: 'break' }),
  'one letter of closed players': () => ({ search: letters(1), state: 'closed' }),
  'one letter of open players': () => ({ search: letters(1), state: 'open' }),
  'a name that nobody has': () => search('zzzzzz'),
  'signs of patterns': () => search('%_%'),
  'a wallet': async () => {
    const uid = anyUid()
    return search(`0x${await md5Of(`a${uid}`)}${(await md5Of(`b${uid}`)).slice(0, 8)}`)
  },
  'a wallet that has paid': async () => {
    const uid = anyUid()
    return search(`0x${await md5Of(`e${uid}`)}${(await md5Of(`f${uid}`)).slice(0, 8)}`)
  },
  'an address of TRON': async () => search(`T${(await md5Of(`t${anyUid()}`)).replaceAll('0', 'x')}z`),
  'a transaction': async () => {
    const uid = anyUid()
    return search(`0x${await md5Of(`c${uid}`)}${await md5Of(`d${uid}`)}`)
  },
}

try {
  await migrate(db, seed)
  const startedAt = performance.now()
  await fill()
  console.log(`${PLAYERS} players in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  const services = { reads: readsOf(db), clock: () => Date.now() }
  const slow: string[] = []
  for (const [kind, make] of Object.entries(KINDS)) {
    if (!kind.includes(values.only)) continue
    const times: number[] = []
    let rows = 0
    for (let at = 0; at < TIMES; at += 1) {
      const query = await make()
      const before = performance.now()
      rows += (await listPlayers(services, { role: 'owner' }, query)).players.length
      times.push(performance.now() - before)
    }
    times.sort((a, b) => a - b)
    const [p50 = 0, p95 = 0, max = 0] = [0.5, 0.95, 1].map(
      (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))],
    )
    if (p95 > MOST_P95_MS) slow.push(kind)
    const figures = [p50, p95, max].map((ms) => ms.toFixed(1).padStart(8)).join('')
    console.log(`${kind.padEnd(42)}${figures} ms (p50, p95, max), ${Math.round(rows / TIMES)} rows`)
  }
  if (slow.length > 0) {
    console.log(`Slower than ${MOST_P95_MS} ms: ${slow.join('; ')}`)
    process.exitCode = 1
  }
} finally {
  await close()
  await postgres.stop()
}
