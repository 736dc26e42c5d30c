// `npm run bench:seal`: how long sealing a day takes as days have more receipts, and how long a proof takes to make and
// to check. Exits with 1 when the time is not linear, or the check of a proof takes longer than 5 ms.
import { performance } from 'node:perf_hooks'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { checkSealedBalance, checkSealedReceipts } from '#fair/seal-proofs.ts'
import { dayAfter, endOfDay, parseSeal } from '#fair/seal.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransactions } from '#server/ledger/post-transaction.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { HASHES, readPath, RECEIPTS_TREE } from '#server/seal/leaf-store.ts'
import { sealNextDay, SEALS_AFTER_MS } from '#server/seal/seal-day.ts'
import { readSealedBalances } from '#server/seal/seal-proofs.ts'
import { readOptions } from '../../scripts/lib/options.mjs'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres } from '../support/postgres.ts'

const { values } = readOptions({
  usage: `npm run bench:seal -- [--receipts 250000,500000,1000000] [--players 5000]

  --receipts  of each day, one day after the other
  --players   accounts that have them, and money`,
  options: {
    receipts: { type: 'string', default: '250000,500000,1000000' },
    players: { type: 'string', default: '5000' },
  },
})
const GRANT = { coin: 'usdt-tron', amount: 1_000_000_000n }
const MB = 1024 * 1024
/** Ratio of the time for a receipt between the largest and the smallest day. */
const MOST_GROWTH = 1.5
const MOST_CHECK_MS = 5
const PROOFS = 200

const postgres = await startPostgres()
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
// The stopping server may close a connection first, which is not an error.
pool.on('error', () => {})
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Receipts of a day, the same number for each player, with the length of a dice bet's. */
async function fill(day: string, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local koi.writes_play = 'yes'`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    const players = Number(values.players)
    await sql`
      insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
      select bucket, account_id, receipts + n, n, '{"at":"' || ${day}::text || 'T12:00:00.000Z","bet":"' || n || '","params":"'
        || repeat(md5(n::text || account_id::text), 20) || '"}', 'k', decode(repeat('00', 64), 'hex')
      from play_account cross join generate_series(1, ${count / players}::integer) n`.execute(trx)
    await sql`update play_account set receipts = receipts + ${count / players}::integer`.execute(trx)
  })
  await sql`vacuum analyze receipt`.execute(db)
}

const average = async (times: number, work: (n: number) => unknown): Promise<number> => {
  const startedAt = performance.now()
  for (let n = 0; n < times; n += 1) await work(n)
  return (performance.now() - startedAt) / times
}

try {
  await migrate(db, seed)
  const uids = await openLedgerPlayers(db, Number(values.players))
  for (let n = 0; n < uids.length; n += 100) {
    await postTransactions(
      db,
      uids.slice(n, n + 100).map((player) => ({
        transaction: grantPracticeMoney({ player, ...GRANT }),
        at: Date.now(),
      })),
    )
  }
  await sql`insert into play_account (bucket, account_id) select (id % 64)::smallint, id from account
    on conflict do nothing`.execute(db)
  const time = { now: 0 }
  const secrets = await openSecrets(db, null)
  const keys = createReceiptKeys({ db, secrets, clock: () => time.now })
  const services = {
    db,
    secrets,
    keys,
    clock: () => time.now,
    readCrashRounds: async () => [],
    build: { version: 'bench', files: null },
  }
  const perReceipt: number[] = []
  let day = '2026-06-01'
  for (const count of values.receipts.split(',').map(Number)) {
    await fill(day, count)
    time.now = endOfDay(day) + SEALS_AFTER_MS
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    const sealed = await sealNextDay(services)
    const ms = performance.now() - startedAt
    clearInterval(watch)
    if (sealed !== day) throw new Error(`${sealed} was sealed, not ${day}`)
    perReceipt.push(ms / count)
    console.log(
      `${count} receipts, ${uids.length} balances: ${(ms / 1_000).toFixed(1)} s, ${((1_000 * ms) / count).toFixed(1)} µs a receipt, memory ${(before / MB).toFixed(0)} MB before, ${(peak / MB).toFixed(0)} MB at most`,
    )
    day = dayAfter(day)
  }

  const last = await db
    .selectFrom('seal')
    .select(['day', 'text'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const seal = parseSeal(last.text ?? '')
  const size = seal.receipts.count
  const place = { day: seal.day, tree: RECEIPTS_TREE }
  const rangeOf = (n: number) => ({ first: Math.floor((n * size) / PROOFS), count: 1 })
  const paths: Uint8Array[][] = []
  const make = await average(PROOFS, async (n) =>
    paths.push(await readPath(db, place, HASHES, { size, range: rangeOf(n) })),
  )
  const hashes = await sql<{ hash: Uint8Array }>`
    select sha256(convert_to(receipt.text, 'UTF8')) as hash from seal_range range
    join receipt on receipt.bucket = range.bucket and receipt.account_id = range.account_id
      and receipt.sequence between range.first_sequence and range.last_sequence
    where range.day = ${seal.day} order by range.first_leaf, receipt.sequence`.execute(db)
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const proofs = paths.map((path, n) => ({
    day: seal.day,
    first: rangeOf(n).first,
    path: path.map(hex),
    receipts: [hex(hashes.rows[rangeOf(n).first]?.hash ?? new Uint8Array())],
  }))
  const check = await average(PROOFS, (n) => {
    const proof = proofs[n]
    if (proof) checkSealedReceipts(seal, proof)
  })
  const balances = await readSealedBalances({ db, secrets }, uids[0] ?? 0, seal.day)
  const [balance] = balances.sealedBalances
  if (!balance) throw new Error('There is no balance')
  const makeBalance = await average(20, () => readSealedBalances({ db, secrets }, uids[0] ?? 0, seal.day))
  const checkBalance = await average(20, () => checkSealedBalance(seal, balance))
  console.log(
    `A proof of a receipt among ${size}: made in ${make.toFixed(1)} ms, checked in ${check.toFixed(2)} ms, ${JSON.stringify(proofs[0]).length} bytes`,
  )
  console.log(
    `A proof of a balance: made in ${makeBalance.toFixed(1)} ms, checked in ${checkBalance.toFixed(2)} ms`,
  )
  const growth = (perReceipt.at(-1) ?? 0) / (perReceipt[0] ?? 1)
  console.log(`A receipt takes ${growth.toFixed(2)} times as long on the last day as on the first`)
  if (growth > MOST_GROWTH || Math.max(check, checkBalance) > MOST_CHECK_MS) process.exitCode = 1
} finally {
  await db.destroy()
  await postgres.stop()
}
