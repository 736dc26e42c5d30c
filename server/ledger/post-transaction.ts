import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PlayerKind } from '#server/db/ledger-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts'
import { ledgerArguments } from './ledger-arguments.ts'
import { postingsOf, type LedgerTransaction } from './ledger-transaction.ts'
import { planTransaction, type PlannedTransaction } from './plan-transaction.ts'

export interface PostedTransaction {
  readonly id: string
  /** The key was posted before. `balances` are those after the first posting. */
  readonly isReplay: boolean
  /** Balances of the player accounts right after the posting, in smallest units. */
  readonly balances: readonly {
    readonly player: number
    readonly coin: string
    readonly kind: PlayerKind
    readonly balance: bigint
  }[]
}

export interface Movement {
  readonly transaction: LedgerTransaction
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface Answer {
  readonly refusal: LedgerErrorCode | null
  readonly transaction_id: string
  readonly is_replay: boolean
  /** One for each line; null for a house account. */
  readonly balances: readonly (string | null)[]
}

/** A larger batch would lock balances for too long. */
export const MAX_MOVEMENTS = 500
const TRIES = 5
/** Serialization failure and deadlock: a retry can succeed. */
const REPEATABLE = new Set(['40001', '40P01'])

/**
 * Posts a transaction in one statement, completely or not at all. In a caller's transaction, the caller must retry conflicts
 * (`repeatConflicts`).
 * @param at milliseconds since the epoch
 * @throws LedgerError, every code but `unknown_reservation`
 */
export async function postTransaction(
  db: Database,
  transaction: LedgerTransaction,
  at: number,
): Promise<PostedTransaction> {
  const [answer] = await postTransactions(db, [{ transaction, at }])
  if (!answer) throw new Error('The ledger did not answer')
  if (answer instanceof LedgerError) throw answer
  return answer
}

/**
 * Posts many transactions in one statement, in order. Returns one result for each, in the same order. A refused one does not
 * affect the others.
 * @param movements at most 500
 */
export async function postTransactions(
  db: Database,
  movements: readonly Movement[],
): Promise<(PostedTransaction | LedgerError)[]> {
  if (movements.length > MAX_MOVEMENTS) throw new RangeError(`More than ${MAX_MOVEMENTS} movements at once`)
  const plans = movements.map(({ transaction }) => planOrError(transaction))
  const asked = plans.flatMap((plan, index) =>
    plan instanceof LedgerError ? [] : [{ ...plan, at: movements[index]?.at ?? 0 }],
  )
  const call = () => callDatabase(db, asked)
  const answers = asked.length === 0 ? [] : await (db.isTransaction ? call() : repeatConflicts(call))
  if (answers.length !== asked.length) throw new Error('The ledger did not answer every movement')
  const next = answers.values()
  return plans.map((plan) => {
    if (plan instanceof LedgerError) return plan
    const { value } = next.next()
    if (!value) throw new Error('The ledger did not answer every movement')
    return postedOf(plan, value)
  })
}

function planOrError(transaction: LedgerTransaction): PlannedTransaction | LedgerError {
  try {
    return planTransaction(transaction)
  } catch (error) {
    if (error instanceof LedgerError) return error
    throw error
  }
}

/** Retries up to 5 times after serialization failures and deadlocks. */
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

type Asked = PlannedTransaction & { readonly at: number }

async function callDatabase(db: Database, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const { rows } = await sql<Answer>`select * from ledger_post(${ledgerArguments(asked)})`.execute(db)
  return rows
}

export const LEDGER_REFUSALS: Readonly<Record<LedgerErrorCode, string>> = {
  insufficient_funds: 'The player has less than that',
  idempotency_conflict: 'The key was used for another transaction',
  unbalanced: 'What is given is not what is gained',
  invalid_amount: 'Not an amount that can be moved',
  balance_overflow: 'A balance would leave 64 bits',
  invalid_transaction: 'Not a transaction of the ledger',
  invalid_transfer: 'Not every transfer on a chain is named',
  transfer_already_posted: 'The transfer was posted before',
  unknown_coin: 'There is no such coin',
  unknown_player: 'There is no such player',
  unknown_reservation: 'Nothing is reserved',
}

function postedOf(plan: PlannedTransaction, answer: Answer): PostedTransaction | LedgerError {
  const { refusal, transaction_id: id, is_replay: isReplay } = answer
  if (refusal !== null)
    return new LedgerError(refusal, `${LEDGER_REFUSALS[refusal]}: ${plan.kind} ${plan.key}`)
  const balances = new Map<string, PostedTransaction['balances'][number]>()
  // Several postings may touch one account: the last one has the final balance.
  for (const [index, { account }] of postingsOf(plan).entries()) {
    const balance = answer.balances[index]
    if (!('player' in account) || balance === null || balance === undefined) continue
    const { player, coin, kind } = account
    balances.set(`${player} ${coin} ${kind}`, { player, coin, kind, balance: BigInt(balance) })
  }
  return { id, isReplay, balances: [...balances.values()] }
}
