import { sql } from 'kysely'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import { isApproved } from './approval.ts'
import { BooksDifferError, holdForBooks } from './check-books.ts'
import {
  PaymentWaitsError,
  PersonNeededError,
  type Payment,
  type QueuedPayment,
  type SignedTransaction,
} from './chain-sender.ts'
import { signedOf } from './close-attempts.ts'
import { assertWalletKnown, WalletUnknownError } from './compare-wallet.ts'
import type { SignerContext } from './signer-context.ts'
import { SignerReplacedError } from './signer-lease.ts'
import { isAccountedFor } from './wallet-decisions.ts'

export const TELL_AGAIN_MS = 10 * 60_000

export const paymentOf = (
  row: Pick<WithdrawalRow, 'id' | 'coin' | 'address' | 'amount' | 'fee'>,
): Payment => ({
  id: row.id,
  coin: row.coin,
  to: row.address,
  amount: BigInt(row.amount) - BigInt(row.fee),
})

/**
 * Signs a claimed withdrawal and stores the transaction before anything is sent: a transaction that is lost in
 * between was never sent, and pays nobody.
 * @returns `waits` when the wallet is short of something
 */
export async function signWithdrawal(
  context: SignerContext,
  row: WithdrawalRow,
): Promise<'stored' | 'waits' | 'failed'> {
  const { db, sender, logger, refusals, toldShort, clock } = context
  try {
    await assertNothingPaid(context, row)
    const signed = await sender.sign(paymentOf(row), await readQueue(db, sender))
    await store(context, row, signed)
    refusals.delete(row.id)
    return 'stored'
  } catch (error) {
    if (error instanceof SignerReplacedError) throw error
    if (error instanceof BooksDifferError) {
      await holdForBooks(db, context, { id: row.id, differences: error.differences })
      return 'failed'
    }
    await giveBackToQueue(context, row)
    if (error instanceof ClaimLapsedError || error instanceof WalletUnknownError) {
      logger.warn({ err: error, withdrawal: row.id }, 'a withdrawal was not signed in time')
      return 'failed'
    }
    if (error instanceof PaymentWaitsError) {
      const told = toldShort.get(row.coin)
      if (told === undefined || clock() - told >= TELL_AGAIN_MS) {
        toldShort.set(row.coin, clock())
        logger.error({ err: error, withdrawal: row.id, chain: sender.chain }, 'a withdrawal waits')
      }
      return 'waits'
    }
    const tries = refusals.get(row.id) ?? 0
    // Inserted again even if it does not count, so that it moves to the end.
    refusals.delete(row.id)
    refusals.set(row.id, isOutage(error) ? tries : tries + 1)
    logger.error({ err: error, withdrawal: row.id }, 'a withdrawal could not be signed')
    return 'failed'
  }
}

/** Signing took too long: the player may have cancelled, and the daily limit may be used up. */
class ClaimLapsedError extends Error {
  override readonly name = 'ClaimLapsedError'
}

/** True if the node or the database failed: an outage sends nothing to review. */
const isOutage = (error: unknown): boolean =>
  isDatabaseTrouble(error) ||
  error instanceof NodeUnavailable ||
  error instanceof RpcFailure ||
  error instanceof SourceBusyError

/** Payments whose nonces may still be used; empty where transactions have no nonces. */
async function readQueue(
  db: Database,
  { chain, address }: SignerContext['sender'],
): Promise<QueuedPayment[]> {
  const rows = await db
    .selectFrom('withdrawal_nonce')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawal_nonce.withdrawal_id')
    .selectAll('withdrawal')
    .select('withdrawal_nonce.nonce')
    .where('withdrawal_nonce.chain', '=', chain)
    .where('withdrawal_nonce.sender', '=', address)
    .where('withdrawal_nonce.outcome', 'is', null)
    .orderBy('withdrawal_nonce.nonce')
    .execute()
  return rows.map((row) => ({ ...paymentOf(row), nonce: Number(row.nonce) }))
}

async function store(context: SignerContext, row: WithdrawalRow, signed: SignedTransaction): Promise<void> {
  const { id } = row
  const { db, sender, lease, clock, memory } = context
  const at = new Date(clock())
  await db.transaction().execute(async (trx) => {
    await lease.hold(trx)
    const { numUpdatedRows } = await trx
      .updateTable('withdrawal')
      .set({
        status: 'signed',
        signed_at: at,
        updated_at: at,
        // A question about an earlier transaction of it is answered now.
        reason: null,
        claimed_by: null,
        claimed_until: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'signing')
      .where('claimed_by', '=', lease.holder)
      .where('claimed_until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ClaimLapsedError(`Withdrawal ${id} is no longer this signer's`)
    await assertWalletKnown(trx, context, signed.nonce)
    if (signed.nonce !== null) {
      await trx
        .insertInto('withdrawal_nonce')
        .values({
          chain: sender.chain,
          sender: sender.address,
          nonce: String(signed.nonce),
          withdrawal_id: id,
          outcome: null,
        })
        .execute()
    }
    await insertTransaction(trx, sender, { id, signed, at })
  })
  const { txId, nonce } = signed
  memory.lastSigned = { txId, nonce, at: at.getTime() }
  // Before it is sent. If the process dies in between, the database has it.
  const { coin, amount: paid } = paymentOf(row)
  const wallet = { chain: sender.chain, sender: sender.address }
  context.journal.add({ ...wallet, coin, paid, txId, nonce, at: at.getTime() })
}

/**
 * Asks the chain again about earlier transactions of the withdrawal: the database alone is not trusted, because any
 * writer could have marked them as ended.
 * @throws BooksDifferError when one of them has paid, or another transaction has used its nonce
 * @throws NodeUnavailable when the node does not show yet that it can never pay
 */
async function assertNothingPaid(context: SignerContext, row: WithdrawalRow): Promise<void> {
  const { db, sender, key } = context
  const earlier = await db
    .selectFrom('withdrawal_transaction')
    .selectAll()
    .where('withdrawal_id', '=', row.id)
    .orderBy('id')
    .execute()
  if (earlier.length === 0) return
  const final = await sender.finalHead()
  // All of them first: a nonce that one of them used proves nothing about the others.
  for (const attempt of earlier) {
    const outcome = await sender.outcome(signedOf(attempt)).catch(leftToPerson)
    if (outcome) throw new BooksDifferError('paid_before')
  }
  for (const attempt of earlier) {
    // Nonces of another key cannot be checked; an operator who approved it has looked at the chain.
    const isOthers = attempt.sender !== null && attempt.sender !== sender.address
    if (isOthers || isApproved(row, key)) continue
    const twins = earlier.filter(({ id, nonce }) => id === attempt.id || (nonce && nonce === attempt.nonce))
    const proof = await sender.proveOver(twins.map(signedOf), final).catch(leftToPerson)
    if (!proof || proof === 'goes on') {
      throw new NodeUnavailable(`The node does not show yet that ${attempt.tx_id} can never pay`)
    }
    if (proof.usedBy !== null && !(await isAccountedFor(context, proof.usedBy))) {
      throw new BooksDifferError('paid_before')
    }
  }
}

/**
 * Waiting would not help, because the chain will never show more: an operator decides, and the player cannot cancel
 * it.
 */
function leftToPerson(error: unknown): never {
  throw error instanceof PersonNeededError ? new BooksDifferError('paid_before') : error
}

/** The transaction may be sent after the commit. */
export async function insertTransaction(
  trx: Database,
  { chain, address }: SignerContext['sender'],
  { id, signed, at }: { readonly id: string; readonly signed: SignedTransaction; readonly at: Date },
) {
  const { txId, raw, expiresAt, nonce, signedBlock } = signed
  return trx
    .insertInto('withdrawal_transaction')
    .values({
      withdrawal_id: id,
      chain,
      tx_id: txId,
      raw,
      signed_at: at,
      sent_at: null,
      expires_at: expiresAt === null ? null : new Date(expiresAt),
      signed_block: signedBlock === null ? null : String(signedBlock),
      sender: nonce === null ? null : address,
      nonce: nonce === null ? null : String(nonce),
      outcome: null,
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Releases the claim, so that the player can cancel while the network refuses. */
async function giveBackToQueue({ db, lease, clock }: SignerContext, { id }: WithdrawalRow): Promise<void> {
  await db
    .updateTable('withdrawal')
    .set({ status: 'queued', claimed_by: null, claimed_until: null, updated_at: new Date(clock()) })
    .where('id', '=', id)
    .where('status', '=', 'signing')
    .where('claimed_by', '=', lease.holder)
    .execute()
}
