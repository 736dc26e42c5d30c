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

/** A wallet that is short is told so often. */
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
 * Signs a claimed withdrawal and stores the transaction; nothing is sent before it is stored. A transaction
 * that is lost between the two was never sent, and pays nobody.
 * @returns `waits` when the wallet is short of what this one needs
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
    // Set anew also when it does not count, so that it is behind all others of them.
    refusals.delete(row.id)
    refusals.set(row.id, isOutage(error) ? tries : tries + 1)
    logger.error({ err: error, withdrawal: row.id }, 'a withdrawal could not be signed')
    return 'failed'
  }
}

/** It took too long: the player may have the money back by now, and its room of the day may be used. */
class ClaimLapsedError extends Error {
  override readonly name = 'ClaimLapsedError'
}

/** Whether node or database are to blame, not the withdrawal: an outage sends nothing to review. */
const isOutage = (error: unknown): boolean =>
  isDatabaseTrouble(error) ||
  error instanceof NodeUnavailable ||
  error instanceof RpcFailure ||
  error instanceof SourceBusyError

/** Payments whose numbers may still be used; none where transactions have no numbers. */
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
        // What was asked about an earlier transaction of it is answered.
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
  // Before it is sent; what is lost between the two lies in the database.
  const { coin, amount: paid } = paymentOf(row)
  const wallet = { chain: sender.chain, sender: sender.address }
  context.journal.add({ ...wallet, coin, paid, txId, nonce, at: at.getTime() })
}

/**
 * Asks the chain again about earlier transactions of a withdrawal: that they are over is written in the database
 * alone, where anybody who can write could have put it.
 * @throws BooksDifferError when one of them has paid, or something else has used its number
 * @throws NodeUnavailable when the node does not show yet that it can never pay: it is asked again
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
  // All of them first: a number that one of them has used proves nothing about the others, and is no reason to wait.
  for (const attempt of earlier) {
    const outcome = await sender.outcome(signedOf(attempt)).catch(leftToPerson)
    if (outcome) throw new BooksDifferError('paid_before')
  }
  for (const attempt of earlier) {
    // Of another key's numbers nothing can be asked; a person who let it pass has looked at the chain.
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

/** The chain will never say more, so waiting would not help: a person looks, and its player cannot take it back. */
function leftToPerson(error: unknown): never {
  throw error instanceof PersonNeededError ? new BooksDifferError('paid_before') : error
}

/** Keeps what was signed; it may be sent once this is committed. */
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
