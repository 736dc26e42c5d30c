import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import { cancelWithdrawal, completeWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import type { SignerContext } from './signer-context.ts'

type TransactionRow = Selectable<Tables['withdrawal_transaction']> & { readonly broadcast_at: Date | null }

/** A transaction the chain does not know is sent again after so long. */
const SEND_AGAIN_MS = 15_000
/**
 * How far behind a final block its expiry has to be before a transaction counts as one that never pays. Nodes
 * behind one address may be some blocks apart, and none of them may still be before that block.
 */
const EXPIRY_MARGIN_MS = 120_000
/** A transfer of one token is the first event of its transaction. */
const TRANSFER_EVENT = 0

/** Sends what is stored and follows it to its end; one that fails does not hold up the others. */
export async function settleTransactions(context: SignerContext): Promise<void> {
  const { db, sender, logger } = context
  const open = await db
    .selectFrom('withdrawal_transaction')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawal_transaction.withdrawal_id')
    .selectAll('withdrawal_transaction')
    .select('withdrawal.broadcast_at')
    .where('withdrawal_transaction.chain', '=', sender.chain)
    .where('withdrawal_transaction.outcome', 'is', null)
    .orderBy('withdrawal_transaction.id')
    .execute()
  if (open.length === 0) return
  // Before the outcomes are asked for: what is missing from them is missing at this block.
  const final = await sender.finalHead()
  for (const each of open) {
    await settle(context, each, final.at).catch((error: unknown) => {
      logger.error({ err: error, withdrawal: each.withdrawal_id }, 'a withdrawal could not be followed')
    })
  }
}

async function settle(context: SignerContext, row: TransactionRow, finalAt: number): Promise<void> {
  const { db, sender, clock, logger } = context
  const outcome = row.broadcast_at === null ? null : await sender.outcome(row.tx_id)
  if (outcome?.isFinal) return end(context, row, outcome.hasSucceeded)
  if (outcome) return
  // Asked again at the chain itself: a process before this one may have sent it and said nothing.
  const isExpired = finalAt > row.expires_at.getTime() + EXPIRY_MARGIN_MS
  if (isExpired) {
    const late = await sender.outcome(row.tx_id)
    if (late?.isFinal) return end(context, row, late.hasSucceeded)
    return late ? undefined : expire(context, row)
  }
  const now = clock()
  if (row.broadcast_at !== null && now - row.broadcast_at.getTime() < SEND_AGAIN_MS) return
  const { isTaken, reason } = await sender.broadcast(row.raw)
  if (!isTaken) {
    logger.warn({ withdrawal: row.withdrawal_id, reason }, 'the network did not take a withdrawal')
    return
  }
  const at = new Date(now)
  await db
    .updateTable('withdrawal')
    .set({ status: 'broadcast', broadcast_at: at, updated_at: at })
    .where('id', '=', row.withdrawal_id)
    .where('status', 'in', ['signed', 'broadcast'])
    .execute()
}

/** Final on the chain: books it, or gives the money back when the chain undid it. */
async function end(context: SignerContext, row: TransactionRow, hasSucceeded: boolean): Promise<void> {
  const at = context.clock()
  await closing(context, row, hasSucceeded ? 'confirmed' : 'reverted', async (trx, withdrawal) => {
    const reservation = await readReservation(trx, withdrawal.id)
    const transfer = { chain: row.chain, txId: row.tx_id, logIndex: TRANSFER_EVENT }
    const posted = hasSucceeded
      ? completeWithdrawal(reservation, { transfer, fee: BigInt(withdrawal.fee) })
      : cancelWithdrawal(reservation)
    await postTransaction(trx, posted, at)
    return hasSucceeded
      ? { status: 'confirmed', settled_at: new Date(at) }
      : { status: 'failed', reason: 'reverted', settled_at: new Date(at) }
  })
}

/** No block took it and none can any more: the withdrawal is signed anew. */
async function expire(context: SignerContext, row: TransactionRow): Promise<void> {
  await closing(context, row, 'expired', async () => ({ status: 'signing', broadcast_at: null }))
}

async function closing(
  { db, clock, lease }: SignerContext,
  row: TransactionRow,
  outcome: 'confirmed' | 'reverted' | 'expired',
  change: (
    trx: Database,
    withdrawal: Selectable<Tables['withdrawal']>,
  ) => Promise<Partial<Selectable<Tables['withdrawal']>>>,
): Promise<void> {
  await repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lease.hold(trx)
      const withdrawal = await trx
        .selectFrom('withdrawal')
        .selectAll()
        .where('id', '=', row.withdrawal_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const at = new Date(clock())
      await trx
        .updateTable('withdrawal_transaction')
        .set({ outcome, settled_at: at })
        .where('id', '=', row.id)
        .execute()
      const { status, reason, settled_at, broadcast_at } = await change(trx, withdrawal)
      await trx
        .updateTable('withdrawal')
        .set({
          updated_at: at,
          ...(status !== undefined && { status }),
          ...(reason !== undefined && { reason }),
          ...(settled_at !== undefined && { settled_at }),
          ...(broadcast_at !== undefined && { broadcast_at }),
        })
        .where('id', '=', row.withdrawal_id)
        .execute()
    }),
  )
}
