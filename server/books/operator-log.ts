import { sql } from 'kysely'
import { textOfLine } from '#server/db/functions/admin-action-chain.ts'
import { ALL_ROWS, type LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Database } from '#server/db/tables.ts'
import { compare, type Comparison, type Subject } from './comparison.ts'
import type { Fault } from './faults.ts'

/** Lines that each check reads while the server runs; `npm run reconcile` and the console read all. */
const NEWEST = 10_000

const linesOf = (ledger: LedgerRows): Comparison => {
  const from =
    ledger === ALL_ROWS
      ? sql`0`
      : sql`(select greatest(coalesce(max(line), 0) - ${sql.lit(NEWEST)}, 0) from admin_action)`
  return {
    what: 'lines of the operators’ log: each with its own hash and the one before',
    rows: sql`
      select line, id, hash, prev, sha256(convert_to(${sql.raw(textOfLine('action'))}, 'UTF8')) as made,
        lag(line) over by_line as line_before, lag(hash) over by_line as hash_before, line = ${from} + 1 as is_first
      from admin_action action
      where line > ${from}
      window by_line as (order by line)`,
    checks: [
      {
        kind: 'log_line_differs',
        holds: sql`it.hash = it.made`,
        where: sql`concat('line ', it.line, ' (row ', it.id, '): its hash is not of what it says')`,
      },
      {
        kind: 'log_chain_differs',
        holds: sql`case when it.line_before is null
          then it.is_first and (it.line > 1 or it.prev = decode(repeat('00', 32), 'hex'))
          else it.line = it.line_before + 1 and it.prev = it.hash_before end`,
        where: sql`concat('line ', it.line, ' (row ', it.id, '): does not follow ',
          coalesce('line ' || it.line_before, 'any line'))`,
      },
    ],
  }
}

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

/** In the text of a seal, which is canonical. */
const SEALED = '"log":{"head":"([0-9a-f]{64})","lines":[0-9]+}'
const SEALED_LINES = '"log":{"head":"[0-9a-f]{64}","lines":([0-9]+)}'

const sealed: Comparison = {
  what: 'heads of the operators’ log in seals: each the hash of that line',
  rows: sql`
    select each.day, each.lines, each.head,
      case when each.lines = 0 then repeat('0', 64) else encode(action.hash, 'hex') end as hash
    from (
      select day, substring(text from ${sql.lit(SEALED)}) as head,
        substring(text from ${sql.lit(SEALED_LINES)})::bigint as lines
      from seal where text is not null
    ) each
    left join admin_action action on action.line = each.lines
    where each.head is not null
    order by each.day`,
  checks: [
    {
      kind: 'log_seal_differs',
      holds: sql`it.hash = it.head`,
      where: sql`concat('seal of ', it.day, ': line ', it.lines, ' has ', coalesce(it.hash, 'gone'), ', and the seal says ', it.head)`,
    },
  ],
}

export const OPERATOR_LOG: Subject = {
  comparisons: (_, ledger) => [linesOf(ledger), head, sealed],
}

/** Hashes all lines again. */
export async function findLogFaults(trx: Database): Promise<readonly Fault[]> {
  const found: Fault[] = []
  for (const comparison of [linesOf(ALL_ROWS), head, sealed]) {
    found.push(...(await compare(trx, comparison)).faults)
  }
  return found
}
