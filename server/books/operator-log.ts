import { sql, type RawBuilder } from 'kysely'
import { parseSeal, type Seal } from '#fair/seal.ts'
import { textOfLine } from '#server/db/functions/admin-action-chain.ts'
import { ALL_ROWS, type LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Database } from '#server/db/tables.ts'
import { compare, Faults, type Comparison, type Found, type Subject, type Unkeyed } from './comparison.ts'
import type { Fault } from './faults.ts'
import { SEAL_DAYS } from './seals.ts'
import { createSignatures } from './signatures.ts'

/** Lines and seals that each check reads while the server runs; `npm run reconcile` and the console read all. */
const NEWEST = 10_000
const NEWEST_SEALS = 40
/** Lines in a statement of the console's check. */
const SLICE = 5_000

interface CheckOptions {
  readonly slice?: number
  /** Called before each slice with the lines read and the lines in all. An error that it throws ends the check. */
  readonly tell?: (checked: number, lines: number) => void
}
const SEALS_AT_ONCE = 100

const EACH = 'each with its own hash and the one before'

interface Range {
  readonly what: string
  /** The line before the first one, which is read for its hash; null for the beginning. */
  readonly after: RawBuilder<unknown> | null
  readonly until: RawBuilder<unknown> | null
}

const linesIn = ({ what, after, until }: Range): Comparison => ({
  what,
  rows: sql`
    select * from (
      select line, id, hash, prev, sha256(convert_to(${sql.raw(textOfLine('action'))}, 'UTF8')) as made,
        coalesce(lag(line) over by_line, 0) as line_before,
        coalesce(lag(hash) over by_line, decode(repeat('00', 32), 'hex')) as hash_before
      from admin_action action
      where ${after === null ? sql`true` : sql`line >= ${after}`}
        and ${until === null ? sql`true` : sql`line <= ${until}`}
      window by_line as (order by line)
    ) each
    where ${after === null ? sql`true` : sql`line > ${after}`}`,
  checks: [
    {
      kind: 'log_line_differs',
      holds: sql`it.hash = it.made`,
      where: sql`concat('line ', it.line, ' (row ', it.id, '): its hash is not of what it says')`,
    },
    {
      kind: 'log_chain_differs',
      holds: sql`it.line = it.line_before + 1 and it.prev = it.hash_before`,
      where: sql`concat('line ', it.line, ' (row ', it.id, '): does not follow ',
        coalesce('line ' || nullif(it.line_before, 0), 'any line'))`,
    },
  ],
})

const linesOf = (ledger: LedgerRows): Comparison =>
  ledger === ALL_ROWS
    ? linesIn({ what: `lines of the operators’ log: ${EACH}`, after: null, until: null })
    : linesIn({
        what: `newest ${NEWEST.toLocaleString('en-US')} lines of the operators’ log: ${EACH}`,
        after: sql`(select greatest(coalesce(max(line), 0) - ${sql.lit(NEWEST)}, 0) from admin_action)`,
        until: null,
      })

const head: Comparison = {
  what: 'head of the operators’ log: its last line',
  rows: sql`
    select head.lines, head.hash, last.line, last.hash as last_hash
    from (select) one
    left join admin_log_head head on true
    left join lateral (select line, hash from admin_action order by line desc limit 1) last on true`,
  checks: [
    {
      kind: 'log_chain_differs',
      holds: sql`it.lines = coalesce(it.line, 0)
        and it.hash = coalesce(it.last_hash, decode(repeat('00', 32), 'hex'))`,
      where: sql`concat('the head says ', it.lines, ' lines, and the last one is ', coalesce(it.line, 0))`,
    },
  ],
}

const sealedHeads = (newest: number | null): Unkeyed => ({
  what:
    newest === null
      ? 'heads of the operators’ log in seals: signed, each the hash of that line, and none left out'
      : `heads of the operators’ log in the newest ${newest} seals: signed, each the hash of that line, and none left out`,
  read: (trx) => compareHeads(trx, newest),
})

interface Sealed {
  readonly day: string
  readonly head: string
}

/** @param newest null for all seals */
async function compareHeads(
  trx: Database,
  newest: number | null,
): Promise<Found & { readonly newest: Sealed | null }> {
  const faults = new Faults()
  const signatures = await createSignatures(trx)
  let count = 0
  let last: Sealed | null = null
  for await (const { day, text, kid, signature } of readSeals(trx, newest)) {
    const wrong = (what: string) => faults.add('log_seal_differs', `seal of ${day}: ${what}`)
    if (!(await signatures.isSigned({ text, kid, signature })))
      wrong(`not signed by the key ${kid}, so nobody knows what it said of the log`)
    const log = logOf(text)
    if (log === null) {
      if (last !== null) wrong('has no head of the log, and one before it has')
      continue
    }
    count += 1
    last = { day, head: log.head }
    const hash = await hashOfLine(trx, log.lines)
    if (hash !== log.head) wrong(`line ${log.lines} has ${hash ?? 'gone'}, and the seal says ${log.head}`)
  }
  return { count, faults: faults.all, newest: last }
}

/** Null in seals of before the log, and in a text that cannot be read. */
function logOf(text: string): Seal['log'] {
  try {
    return parseSeal(text).log
  } catch {
    return null
  }
}

async function* readSeals(trx: Database, newest: number | null) {
  const { rows } = await sql<{ day: string }>`
    select day from seal where text is not null order by day desc offset ${newest ?? 0} limit 1`.execute(trx)
  for (let after = newest === null ? '' : (rows[0]?.day ?? ''); ;) {
    const seals = await trx
      .selectFrom('seal')
      .select(['day', 'text', 'kid', 'signature'])
      .where('text', 'is not', null)
      .where('day', '>', after)
      .orderBy('day')
      .limit(SEALS_AT_ONCE)
      .execute()
    for (const { day, text, kid, signature } of seals)
      if (text !== null && kid !== null && signature !== null) yield { day, text, kid, signature }
    const end = seals.at(-1)
    if (end === undefined) return
    after = end.day
  }
}

async function hashOfLine(trx: Database, line: number): Promise<string | null> {
  if (line === 0) return '0'.repeat(64)
  const row = await trx
    .selectFrom('admin_action')
    .select('hash')
    .where('line', '=', String(line))
    .executeTakeFirst()
  return row ? Buffer.from(row.hash).toString('hex') : null
}

export const OPERATOR_LOG: Subject = {
  comparisons: (_, ledger) => [linesOf(ledger), head],
  unkeyed: (ledger) => [sealedHeads(ledger === ALL_ROWS ? null : NEWEST_SEALS)],
}

interface LogFindings {
  readonly lines: number
  /** Null without a line. */
  readonly head: string | null
  readonly sealed: Sealed | null
  readonly faults: readonly Fault[]
}

/**
 * Hashes all lines again, some thousands in each statement, so that none of them takes long. Lines that are added
 * meanwhile are not read.
 */
export async function checkOperatorLog(
  db: Database,
  { slice = SLICE, tell = () => {} }: CheckOptions = {},
): Promise<LogFindings> {
  const { lines: said, hash } = await db
    .selectFrom('admin_log_head')
    .select(['lines', 'hash'])
    .executeTakeFirstOrThrow()
  const { last } = await db
    .selectFrom('admin_action')
    .select(({ fn }) => fn.max<string | null>('line').as('last'))
    .executeTakeFirstOrThrow()
  const lines = Number(said)
  const faults = new Faults()
  const add = async (comparison: Comparison) => {
    for (const { kind, where } of (await compare(db, comparison, false)).faults) faults.add(kind, where)
  }
  let after: string | null = null
  for (let checked = 0; last !== null && after !== last;) {
    tell(checked, lines)
    const next: Slice = await nextSlice(db, { after, last, slice })
    if (next.until === null) break
    await add(linesIn({ what: '', after: after === null ? null : bigint(after), until: bigint(next.until) }))
    checked += Number(next.lines)
    after = next.until
  }
  await add(head)
  await add(SEAL_DAYS)
  const { newest, faults: ofSeals } = await compareHeads(db, null)
  return {
    lines,
    head: lines === 0 ? null : Buffer.from(hash).toString('hex'),
    sealed: newest,
    faults: [...faults.all, ...ofSeals],
  }
}

const bigint = (line: string) => sql`${line}::bigint`

interface Slice {
  readonly until: string | null
  readonly lines: string
}

interface Place {
  readonly after: string | null
  readonly last: string
  readonly slice: number
}

async function nextSlice(db: Database, { after, last, slice }: Place): Promise<Slice> {
  const { rows } = await sql<Slice>`
    select max(line) as until, count(*) as lines from (
      select line from admin_action
      where line <= ${bigint(last)} and ${after === null ? sql`true` : sql`line > ${bigint(after)}`}
      order by line limit ${slice}
    ) slice`.execute(db)
  return rows[0] ?? { until: null, lines: '0' }
}
