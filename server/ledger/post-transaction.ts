import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PlayerKind } from '#server/db/ledger-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import { toLedgerError } from './ledger-error.ts'
import type { LedgerTransaction } from './ledger-transaction.ts'
import { planTransaction, type PlannedTransaction } from './plan-transaction.ts'

export interface PostedTransaction {
  readonly id: string
  /** It was posted before, under the same key; `balances` are those of then. */
  readonly isReplay: boolean
  /** What each player account it touched held right afterwards, in smallest units. */
  readonly balances: readonly {
    readonly player: number
    readonly coin: string
    readonly kind: PlayerKind
    readonly balance: bigint
  }[]
}

interface PostedLine {
  transaction_id: string
  is_replay: boolean
  line: number
  balance: string
}

const TRIES = 5
/** Serialisation failure, deadlock: the database gave up on one of two, and a repetition finds the way free. */
const REPEATABLE = new Set(['40001', '40P01'])

/**
 * Moves money, all of it or none, in one statement. Inside a caller's transaction the money moves when that
 * one is committed, and whoever opened it repeats it (`repeatConflicts`).
 * @param at milliseconds since the epoch
 * @throws LedgerError, every code but `unknown_reservation`
 */
export async function postTransaction(
  db: Database,
  transaction: LedgerTransaction,
  at: number,
): Promise<PostedTransaction> {
  const planned = planTransaction(transaction)
  const post = () => callDatabase(db, planned, at)
  try {
    return postedOf(planned, await (db.isTransaction ? post() : repeatConflicts(post)))
  } catch (error) {
    throw toLedgerError(error)
  }
}

/** Does `work` again, up to 5 times, when the database gave up on it for the sake of another session. */
export async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!REPEATABLE.has(code) || tried === TRIES) throw error
      await sleep(Math.random() * 10 * 2 ** tried)
    }
  }
}

async function callDatabase(db: Database, planned: PlannedTransaction, at: number): Promise<PostedLine[]> {
  const { key, fingerprint, kind, subject = null, postings, transfer, transferLine } = planned
  const lines = postings.map(({ account, amount }, index) => ({
    line: index + 1,
    kind: account.kind,
    coin: account.coin,
    player: 'player' in account ? account.player : null,
    amount: `${amount}`,
  }))
  const { rows } = await sql<PostedLine>`select * from ledger_post(
    ${key}, ${fingerprint}, ${kind}, ${subject}, ${new Date(at)}, ${JSON.stringify(lines)}::json,
    ${transfer?.chain ?? null}, ${transfer?.txId ?? null}, ${transfer?.logIndex ?? null}, ${transferLine}
  )`.execute(db)
  return rows
}

function postedOf({ postings }: PlannedTransaction, rows: readonly PostedLine[]): PostedTransaction {
  const [first] = rows
  if (!first) throw new Error('The ledger answered with no posting')
  const balances = new Map<string, PostedTransaction['balances'][number]>()
  // Postings to one account follow each other by line: the last one has the balance that remained.
  for (const { line, balance } of rows.toSorted((a, b) => a.line - b.line)) {
    const account = postings[line - 1]?.account
    if (!account || !('player' in account)) continue
    const { player, coin, kind } = account
    balances.set(`${player} ${coin} ${kind}`, { player, coin, kind, balance: BigInt(balance) })
  }
  return { id: first.transaction_id, isReplay: first.is_replay, balances: [...balances.values()] }
}
