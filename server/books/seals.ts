import { sql } from 'kysely'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { emptyRoot, hashLeaf, rootOf, type SumNode } from '#fair/merkle.ts'
import { checkOwed, dayAfter, parseSeal, type Seal } from '#fair/seal.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import type { Database } from '#server/db/tables.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import { playerName } from '#server/play/receipt-text.ts'
import { leafOfPiece, piecesOf } from '#server/seal/balance-pieces.ts'
import {
  balancesTree,
  HASHES,
  hashByNode,
  LEAVES_PER_ROW,
  RECEIPTS_TREE,
  SUMS,
  type TreeKind,
} from '#server/seal/leaf-store.ts'
import { openDaySecret } from '#server/seal/seal-day.ts'
import { Faults, type Comparison, type House, type Subject, type Thorough } from './comparison.ts'
import { createSignatures } from './signatures.ts'

export const SEAL_DAYS: Comparison = {
  what: 'seals: each with the SHA-256 of the one before, its day and its moment, and a key that signed then',
  rows: sql`
    select seal.day, seal.kid, seal.at, before.day as before_day,
      substring(seal.text from '"day":"([^"]*)"') as said_day, substring(seal.text from '"at":"([^"]*)"') as said_at,
      substring(seal.text from '"prev":"([^"]*)"') as said_prev,
      case when before.text is null then repeat('0', 64)
        else encode(sha256(convert_to(before.text, 'UTF8')), 'hex') end as prev,
      to_char(seal.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at_text,
      seal.at >= signer.from_at and (signer.until_at is null or seal.at <= signer.until_at) as is_of_key
    from seal
    left join lateral (
      select day, text from seal earlier where earlier.day < seal.day order by day desc limit 1
    ) before on true
    left join receipt_key signer on signer.kid = seal.kid
    where seal.text is not null
    order by seal.day`,
  checks: [
    {
      kind: 'seal_differs',
      holds: sql`it.said_day = it.day and it.said_at = it.at_text and it.said_prev = it.prev`,
      where: sql`concat('seal of ', it.day, ': says ', it.said_day, ' at ', it.said_at, ' after ', it.said_prev, '; the one before is of ',
        coalesce(it.before_day, 'no day'), ' and has ', it.prev)`,
    },
    {
      kind: 'receipt_key_differs',
      holds: sql`it.is_of_key`,
      where: sql`concat('seal of ', it.day, ' at ', it.at, ': no key ', coalesce(it.kid, 'named'), ' signed then')`,
    },
  ],
}

const rangesOf = (ledger: LedgerRows): Comparison => ({
  what: 'ranges of sealed receipts: each after the one before, and up to a receipt that is there',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('seal_range')} range`,
  rows: sql`
    select range.account_id, range.day, range.first_sequence, range.last_sequence, range.last_before, account.receipts
    from (
      select *, lag(last_sequence) over before as last_before, lag(day) over before as day_before
      from ${ledger.whole('seal_range')} range
      window before as (partition by bucket, account_id order by first_sequence)
    ) range
    left join play_account account on (account.bucket, account.account_id) = (range.bucket, range.account_id)
    where (range.first_sequence = coalesce(range.last_before, 0) + 1 and range.last_sequence <= account.receipts
      and (range.day_before is null or range.day_before <= range.day)
      and exists (select from seal where seal.day = range.day)) is not true
    order by range.account_id, range.first_sequence`,
  checks: [
    {
      kind: 'seal_differs',
      holds: sql`false`,
      where: sql`concat('receipts ', it.first_sequence, ' to ', it.last_sequence, ' of player ', it.account_id, ', sealed with ', it.day,
        ', come after ', coalesce(it.last_before, 0), ' of ', coalesce(it.receipts, 0))`,
    },
  ],
})

const SEALS_AGAIN: Thorough = {
  what: 'seals: signature, no day left out, and the trees of receipts, rounds of Crash and balances made again, with roots, counts and totals',
  async read(trx, house) {
    const faults = new Faults()
    const signatures = await createSignatures(trx)
    const rows = await trx
      .selectFrom('seal')
      .select(['day', 'text', 'kid', 'signature', 'secret'])
      .where('text', 'is not', null)
      .orderBy('day')
      .execute()
    for (const [index, { day, text, kid, signature, secret }] of rows.entries()) {
      if (text === null || kid === null || signature === null) continue
      const wrong = (what: string) => faults.add('seal_differs', `seal of ${day}: ${what}`)
      const before = rows[index - 1]?.day
      if (!(await signatures.isSigned({ text, kid, signature })))
        faults.add('signature_differs', `seal of ${day}: not signed by the key ${kid}`)
      try {
        const seal = parseSeal(text)
        for (const coin of seal.coins) checkOwed(seal.day, coin)
        if (before !== undefined && dayAfter(before) !== day)
          wrong(`no day is sealed between ${before} and it`)
        await compareReceipts(trx, seal, wrong)
        await compareCrash(trx, seal, wrong)
        await compareBalances(trx, seal, secret, house, wrong)
      } catch (error) {
        // Errors of the database have a code; all others come from faulty rows.
        if (!(error instanceof Error) || 'code' in error) throw error
        wrong(error.message)
      }
    }
    return { count: rows.length, faults: faults.all }
  },
}

type Wrong = (what: string) => void
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

async function readTree<Node>(
  trx: Database,
  { day, tree }: { readonly day: string; readonly tree: string },
  kind: TreeKind<Node>,
  isLeaves: (ordinal: number, leaves: Uint8Array) => boolean,
  wrong: Wrong,
): Promise<{ readonly root: Node | undefined; readonly leaves: number }> {
  const roots: Node[] = []
  let leaves = 0
  for (;;) {
    const row = await trx
      .selectFrom('seal_leaves')
      .selectAll()
      .where('day', '=', day)
      .where('tree', '=', tree)
      .where('ordinal', '=', roots.length)
      .executeTakeFirst()
    if (!row) return { root: rootOf(roots, kind.join), leaves }
    const nodes = Array.from({ length: Math.floor(row.leaves.length / kind.bytes) }, (_, index) =>
      kind.read(row.leaves.subarray(index * kind.bytes, (index + 1) * kind.bytes)),
    )
    const root = rootOf(nodes, kind.join)
    if (
      root === undefined ||
      !Buffer.from(kind.write(root)).equals(row.root) ||
      leaves % LEAVES_PER_ROW !== 0
    )
      wrong(`row ${row.ordinal} of the tree ${tree} has another root than its leaves make`)
    if (!isLeaves(row.ordinal, row.leaves))
      wrong(`leaves of row ${row.ordinal} of the tree ${tree} are of something else`)
    if (root !== undefined) roots.push(root)
    leaves += nodes.length
    if (root === undefined) return { root: rootOf(roots, kind.join), leaves }
  }
}

async function compareReceipts(trx: Database, { day, receipts }: Seal, wrong: Wrong): Promise<void> {
  // The database hashes them: reading the texts would be ten times as much.
  const { rows } = await sql<{ ordinal: string; leaves: Uint8Array; n: string }>`
    select div(leaf::numeric, ${sql.lit(LEAVES_PER_ROW)}) as ordinal, string_agg(hash, ''::bytea order by leaf) as leaves, count(*) as n
    from (
      select range.first_leaf + receipt.sequence - range.first_sequence as leaf,
        sha256('\\x00'::bytea || sha256(convert_to(receipt.text, 'UTF8'))) as hash
      from seal_range range
      join receipt on (receipt.bucket, receipt.account_id) = (range.bucket, range.account_id)
        and receipt.sequence between range.first_sequence and range.last_sequence
      where range.day = ${day}
    ) each group by 1`.execute(trx)
  const made = new Map(rows.map(({ ordinal, leaves }) => [Number(ordinal), leaves]))
  const counted = rows.reduce((sum, { n }) => sum + Number(n), 0)
  const isMade = (ordinal: number, leaves: Uint8Array) => Buffer.from(made.get(ordinal) ?? []).equals(leaves)
  const { root, leaves } = await readTree(trx, { day, tree: RECEIPTS_TREE }, HASHES, isMade, wrong)
  if (receipts.count !== leaves || receipts.count !== counted)
    wrong(`says ${receipts.count} receipts, its tree has ${leaves}, and ${counted} of its ranges are there`)
  if (hexOf(root ?? emptyRoot(hashByNode)) !== receipts.root) wrong('its receipts have another root')
}

async function compareCrash(trx: Database, { day, crash }: Seal, wrong: Wrong): Promise<void> {
  const rounds = await readRoundsOfDay(trx, day)
  const leaves = rounds.map((round) => hashLeaf(utf8ToBytes(round), hashByNode))
  if (rounds.length !== crash.rounds)
    wrong(`says ${crash.rounds} rounds of Crash, and there are ${rounds.length}`)
  else if (hexOf(rootOf(leaves, HASHES.join) ?? emptyRoot(hashByNode)) !== crash.root)
    wrong('its rounds of Crash have another root')
}

async function compareBalances(
  trx: Database,
  { day, coins }: Seal,
  sealed: Uint8Array | null,
  { secrets }: House,
  wrong: Wrong,
): Promise<void> {
  const secret = secrets !== null && sealed !== null ? openDaySecret(secrets, { day, secret: sealed }) : null
  for (const { coin, total, root: said, leaves: count } of coins) {
    const rows = await trx
      .selectFrom('seal_balance')
      .select(['account_id', 'balance', 'places'])
      .where('day', '=', day)
      .where('coin', '=', coin)
      .execute()
    const sum = rows.reduce((all, { balance }) => all + BigInt(balance), 0n)
    const made = new Map<number, SumNode>()
    if (secret !== null && secrets !== null) {
      for (const { account_id: uid, balance, places } of rows) {
        const whose = { day, coin, player: playerName(secrets, uid) }
        for (const [index, piece] of piecesOf(secret, { uid, coin, balance: BigInt(balance) }).entries())
          made.set(places[index] ?? -1, leafOfPiece(piece, whose))
      }
    }
    const isMade = (ordinal: number, leaves: Uint8Array) =>
      secret === null ||
      Array.from({ length: leaves.length / SUMS.bytes }, (_, index) => {
        const node = made.get(ordinal * LEAVES_PER_ROW + index)
        const kept = leaves.subarray(index * SUMS.bytes, (index + 1) * SUMS.bytes)
        return node !== undefined && Buffer.from(SUMS.write(node)).equals(kept)
      }).every(Boolean)
    const tree = await readTree(trx, { day, tree: balancesTree(coin) }, SUMS, isMade, wrong)
    if (
      sum !== total ||
      (tree.root?.sum ?? 0n) !== total ||
      tree.leaves !== count ||
      2 * rows.length !== count
    )
      wrong(
        `says that ${total} of ${coin} are owed in ${count} leaves; balances are ${sum} of ${rows.length} players`,
      )
    if (hexOf(tree.root?.hash ?? emptyRoot(hashByNode)) !== said)
      wrong(`its balances in ${coin} have another root`)
  }
}

export const SEALS: Subject = {
  comparisons: (_, ledger) => [SEAL_DAYS, rangesOf(ledger)],
  thorough: [SEALS_AGAIN],
  omissions: () => [
    {
      what: 'days are over and have no seal: what was erased of them does not show',
      count: sql`select count(distinct day) from (
          select to_char(at at time zone 'utc', 'YYYY-MM-DD') as day from bet) played
        where day > coalesce((select max(day) from seal), '')
          and day < (select to_char(max(at) at time zone 'utc', 'YYYY-MM-DD') from bet)`,
    },
  ],
}
