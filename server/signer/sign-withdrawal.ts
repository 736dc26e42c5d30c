import type { WithdrawalRow } from './claim-withdrawal.ts'
import { PaymentRefusedError, type SignedTransaction } from './chain-sender.ts'
import type { SignerContext } from './signer-context.ts'

/**
 * Signs a claimed withdrawal and stores the transaction; nothing is sent before it is stored. A transaction
 * that is lost between the two was never sent, and pays nobody.
 * @returns whether it is stored
 */
export async function signWithdrawal(context: SignerContext, row: WithdrawalRow): Promise<boolean> {
  const { sender, logger, refusals } = context
  const amount = BigInt(row.amount) - BigInt(row.fee)
  try {
    const signed = await sender.sign({ id: row.id, to: row.address, amount })
    await store(context, row, signed)
    return true
  } catch (error) {
    if (error instanceof PaymentRefusedError) refusals.set(row.id, (refusals.get(row.id) ?? 0) + 1)
    await giveBackToQueue(context, row)
    logger.error({ err: error, withdrawal: row.id }, 'a withdrawal could not be signed')
    return false
  }
}

async function store(
  { db, sender, lease, clock }: SignerContext,
  { id }: WithdrawalRow,
  { txId, raw, expiresAt }: SignedTransaction,
): Promise<void> {
  const at = new Date(clock())
  await db.transaction().execute(async (trx) => {
    await lease.hold(trx)
    const { numUpdatedRows } = await trx
      .updateTable('withdrawal')
      .set({ status: 'signed', signed_at: at, claimed_by: null, claimed_until: null, updated_at: at })
      .where('id', '=', id)
      .where('status', '=', 'signing')
      .where('claimed_by', '=', lease.holder)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error(`Withdrawal ${id} is another signer's by now`)
    await trx
      .insertInto('withdrawal_transaction')
      .values({
        ...{ withdrawal_id: id, chain: sender.chain, tx_id: txId, raw },
        ...{ expires_at: new Date(expiresAt), signed_at: at, outcome: null, settled_at: null },
      })
      .execute()
  })
}

/** So that the player can cancel it while the network refuses. */
async function giveBackToQueue({ db, lease, clock }: SignerContext, { id }: WithdrawalRow): Promise<void> {
  await db
    .updateTable('withdrawal')
    .set({ status: 'queued', claimed_by: null, claimed_until: null, updated_at: new Date(clock()) })
    .where('id', '=', id)
    .where('status', '=', 'signing')
    .where('claimed_by', '=', lease.holder)
    .execute()
}
