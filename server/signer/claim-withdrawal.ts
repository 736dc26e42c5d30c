import { sql, type Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import type { WithdrawalReason } from '#server/withdrawals/withdrawal-state.ts'
import { isApproved } from './approval.ts'
import type { SignerContext } from './signer-context.ts'

export type WithdrawalRow = Selectable<Tables['withdrawal']>

/** Transactions that no block took, before a person looks at it. */
const MOST_TRIES = 3
const DAY_MS = 24 * 60 * 60_000

/**
 * Takes the oldest withdrawal that waits, or one that a signer before this one left unsigned: from now on the
 * player cannot cancel it. Null when there is none, or the day's limit leaves no room for it.
 */
export async function claimWithdrawal(context: SignerContext): Promise<WithdrawalRow | null> {
  for (;;) {
    const { row, isDone } = await context.db.transaction().execute((trx) => claimNext(trx, context))
    if (isDone) return row
  }
}

async function claimNext(trx: Database, context: SignerContext) {
  const { sender, lease, clock, leaseMs } = context
  await lease.hold(trx)
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('chain', '=', sender.chain)
    .where('status', 'in', ['queued', 'signing'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return { row: null, isDone: true }
  const at = new Date(clock())
  const reason = await reviewReason(trx, context, row)
  if (reason !== null) {
    await trx
      .updateTable('withdrawal')
      .set({ status: 'review', reason, claimed_by: null, claimed_until: null, updated_at: at })
      .where('id', '=', row.id)
      .execute()
    context.logger.warn({ withdrawal: row.id, reason }, 'a withdrawal waits for review')
    return { row: null, isDone: false }
  }
  if (!isApproved(row, context.key) && !(await fitsIntoDay(trx, context, row))) {
    return { row: null, isDone: true }
  }
  const until = sql<Date>`clock_timestamp() + ${leaseMs / 1_000} * interval '1 second'`
  await trx
    .updateTable('withdrawal')
    .set({ status: 'signing', claimed_by: lease.holder, claimed_until: until, updated_at: at })
    .where('id', '=', row.id)
    .execute()
  return { row, isDone: true }
}

/** Why an operator has to look at it first; null when nothing speaks for that, or one did. */
async function reviewReason(
  trx: Database,
  { limits, key, refusals }: SignerContext,
  row: WithdrawalRow,
): Promise<WithdrawalReason | null> {
  const isLetPass = isApproved(row, key)
  const sent = BigInt(row.amount) - BigInt(row.fee)
  const expired = await trx
    .selectFrom('withdrawal_transaction')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('withdrawal_id', '=', row.id)
    .where('outcome', '=', 'expired')
    .$if(isLetPass, (query) => query.where('settled_at', '>', row.approved_at))
    .executeTakeFirst()
  if (Number(expired?.n ?? 0) >= MOST_TRIES) return 'not_confirmed'
  if ((refusals.get(row.id) ?? 0) >= MOST_TRIES) {
    refusals.delete(row.id)
    return 'unsignable'
  }
  if (isLetPass) return null
  if (sent > limits.perDay) return 'above_day_limit'
  return sent >= limits.reviewFrom ? 'large' : null
}

/** Whether the hot wallet may pay it, after all that was signed in the last 24 hours. */
async function fitsIntoDay(
  trx: Database,
  { sender, limits, clock }: SignerContext,
  { id, amount, fee }: WithdrawalRow,
): Promise<boolean> {
  const row = await trx
    .selectFrom('withdrawal')
    .select(sql<string>`coalesce(sum(amount - fee), 0)`.as('paid'))
    .where('chain', '=', sender.chain)
    .where('signed_at', '>', new Date(clock() - DAY_MS))
    .where('status', 'in', ['signing', 'signed', 'broadcast', 'confirmed'])
    .where('id', '<>', id)
    .executeTakeFirst()
  return BigInt(row?.paid ?? 0) + BigInt(amount) - BigInt(fee) <= limits.perDay
}
