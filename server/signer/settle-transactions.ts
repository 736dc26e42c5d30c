import { sql, type Selectable } from 'kysely'
import type { ChainBlock } from '#server/chains/tron-source.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { cancelWithdrawal, completeWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { PaymentWaitsError, PersonNeededError, type PaymentOutcome } from './chain-sender.ts'
import { closeAttempts, signedOf, type Attempt } from './close-attempts.ts'
import { insertTransaction, TELL_AGAIN_MS } from './sign-withdrawal.ts'
import type { SignerContext } from './signer-context.ts'
import { isAccountedFor } from './wallet-decisions.ts'

const SEND_AGAIN_MS = 15_000
/** Without a block for this long it may offer too little gas. */
const STUCK_MS = 60_000

/** Sends stored transactions and follows them until they are final. A failure of one does not hold up the others. */
export async function settleTransactions(context: SignerContext): Promise<void> {
  const { db, sender, logger } = context
  const open = await db
    .selectFrom('withdrawal_transaction')
    .selectAll()
    .where('chain', '=', sender.chain)
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
  if (open.length === 0) return
  // Before the outcomes are read: a transaction that is missing then was missing at this block.
  const final = await sender.finalHead()
  for (const id of new Set(open.map(({ withdrawal_id }) => withdrawal_id))) {
    const attempts = open.filter(({ withdrawal_id }) => withdrawal_id === id)
    await settle(context, attempts, final).catch((error: unknown) =>
      error instanceof PersonNeededError
        ? askPerson(context, id, error)
        : logger.error({ err: error, withdrawal: id }, 'a withdrawal could not be followed'),
    )
  }
}

/** @param attempts of one withdrawal, at most one of which pays; newest last */
async function settle(
  context: SignerContext,
  attempts: readonly Attempt[],
  final: ChainBlock,
): Promise<void> {
  const { sender, clock, logger } = context
  const last = attempts.at(-1)
  if (!last) return
  const isMaybeThere = attempts.some(({ sent_at, nonce }) => sent_at !== null || nonce !== null)
  if (isMaybeThere && (await follow(context, attempts))) return
  // The nonces of this wallet prove nothing about another wallet's transaction, which may still pay.
  if (attempts.some((attempt) => attempt.sender !== null && attempt.sender !== sender.address)) {
    return tellOfOtherKey(context, last)
  }
  // Read again from the chain: an earlier process may have sent it without recording that.
  const proof = await sender.proveOver(attempts.map(signedOf), final)
  if (proof && proof !== 'goes on') {
    if (await follow(context, attempts)) return
    if (proof.usedBy !== null && !(await isAccountedFor(context, proof.usedBy))) {
      throw new PersonNeededError(
        'number_used',
        `${proof.usedBy} on ${sender.chain} has used its number, and the database does not know it`,
      )
    }
    await expire(context, last)
    return context.journal.forget(attempts.map(({ tx_id }) => tx_id))
  }
  const now = clock()
  if (last.sent_at !== null && now - last.sent_at.getTime() < SEND_AGAIN_MS) return
  const isStuck = now - last.signed_at.getTime() >= STUCK_MS
  const sending = (isStuck ? await replace(context, last) : null) ?? last
  const { isTaken, reason } = await sender.broadcast(sending.raw)
  if (isTaken) return markSent(context, sending)
  logger.warn({ withdrawal: last.withdrawal_id, reason }, 'the network did not accept a withdrawal')
}

function isDue({ toldShort, clock }: SignerContext, what: string): boolean {
  const told = toldShort.get(what)
  if (told !== undefined && clock() - told < TELL_AGAIN_MS) return false
  toldShort.set(what, clock())
  return true
}

/** For review; the signer still follows it, because the chain may show more later. */
async function askPerson(context: SignerContext, id: string, error: PersonNeededError): Promise<void> {
  const { db, clock, logger } = context
  await db
    .updateTable('withdrawal')
    .set({ reason: error.reason, updated_at: new Date(clock()) })
    .where('id', '=', id)
    .where('status', 'in', ['signed', 'broadcast'])
    .where((where) => where.or([where('reason', 'is', null), where('reason', '<>', error.reason)]))
    .execute()
  if (!isDue(context, `person ${id}`)) return
  logger.error(
    { alarm: 'withdrawal', err: error, withdrawal: id },
    'an operator must decide about a withdrawal',
  )
}

function tellOfOtherKey(context: SignerContext, attempt: Attempt): void {
  if (!isDue(context, attempt.tx_id)) return
  context.logger.error(
    { withdrawal: attempt.withdrawal_id, signedBy: attempt.sender },
    'another key signed a withdrawal: run the signer with that key until it is settled',
  )
}

/** True if one of them is in a block; ends the withdrawal when that block is final. */
async function follow(context: SignerContext, attempts: readonly Attempt[]): Promise<boolean> {
  for (const attempt of attempts) {
    const outcome = await context.sender.outcome(signedOf(attempt))
    if (!outcome) continue
    if (attempt.sent_at === null) await markSent(context, attempt)
    if (outcome.isFinal) await end(context, attempt, outcome)
    return true
  }
  return false
}

/** Stores the same payment with more gas; null while that does not help. */
async function replace(context: SignerContext, last: Attempt): Promise<Attempt | null> {
  const { db, sender, lease, clock, logger, memory } = context
  const id = last.withdrawal_id
  const signed = await sender.replace(signedOf(last)).catch((error: unknown) => {
    if (!(error instanceof PaymentWaitsError)) throw error
    logger.warn({ err: error, withdrawal: id }, 'a withdrawal waits for a block')
    return null
  })
  if (!signed) return null
  logger.warn({ withdrawal: id, nonce: signed.nonce }, 'a withdrawal is sent again with more gas')
  const stored = await db.transaction().execute(async (trx) => {
    await lease.hold(trx)
    return insertTransaction(trx, sender, { id, signed, at: new Date(clock()) })
  })
  memory.lastSigned = { txId: signed.txId, nonce: signed.nonce, at: clock() }
  return stored
}

async function markSent({ db, clock, logger }: SignerContext, attempt: Attempt): Promise<void> {
  const at = new Date(clock())
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('withdrawal_transaction')
      .set({ sent_at: at })
      .where('id', '=', attempt.id)
      .where('outcome', 'is', null)
      .execute()
    await trx
      .updateTable('withdrawal')
      .set({ status: 'broadcast', broadcast_at: sql`coalesce(broadcast_at, ${at})`, updated_at: at })
      .where('id', '=', attempt.withdrawal_id)
      .where('status', 'in', ['signed', 'broadcast'])
      .execute()
  })
  if (attempt.sent_at !== null) return
  const { withdrawal_id: withdrawal, chain, tx_id: txId } = attempt
  logger.info({ withdrawal, chain, txId }, 'a withdrawal is sent')
}

async function end(
  context: SignerContext,
  attempt: Attempt,
  { hasSucceeded, logIndex = 0, isReceiversFault = false }: PaymentOutcome,
): Promise<void> {
  const at = context.clock()
  await closing(context, attempt, hasSucceeded ? 'confirmed' : 'reverted', async (trx, withdrawal) => {
    const reservation = await readReservation(trx, withdrawal)
    const transfer = { chain: attempt.chain, txId: attempt.tx_id, logIndex }
    const posted = hasSucceeded
      ? completeWithdrawal(reservation, { transfer, fee: BigInt(withdrawal.fee) })
      : // The gas is spent: a player whose contract refuses payments pays for it, else they could burn the house's money.
        cancelWithdrawal(reservation, { fee: isReceiversFault ? BigInt(withdrawal.fee) : 0n })
    await postTransaction(trx, posted, at)
    return hasSucceeded
      ? { status: 'confirmed', settled_at: new Date(at) }
      : { status: 'failed', reason: 'reverted', settled_at: new Date(at) }
  })
  const told = { withdrawal: attempt.withdrawal_id, chain: attempt.chain, txId: attempt.tx_id }
  if (hasSucceeded) context.logger.info(told, 'a withdrawal is final')
  else context.logger.warn(told, 'a withdrawal was reverted on the chain, and its money returned')
}

/** It can never be mined any more: the withdrawal is signed again. */
async function expire(context: SignerContext, attempt: Attempt): Promise<void> {
  await closing(context, attempt, 'expired', async () => ({ status: 'signing', broadcast_at: null }))
}

/** Ends all attempts of a withdrawal together with the withdrawal's new state. */
async function closing(
  { db, clock, lease }: SignerContext,
  attempt: Attempt,
  outcome: 'confirmed' | 'reverted' | 'expired',
  change: (
    trx: Database,
    withdrawal: Selectable<Tables['withdrawal']>,
  ) => Promise<Partial<Selectable<Tables['withdrawal']>>>,
): Promise<void> {
  const id = attempt.withdrawal_id
  await repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lease.hold(trx)
      const withdrawal = await trx
        .selectFrom('withdrawal')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      // An operator may have settled it in the meantime.
      if (withdrawal.settled_at !== null) return
      const at = new Date(clock())
      await closeAttempts(trx, { attempt, outcome, at })
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
        .where('id', '=', id)
        .execute()
    }),
  )
}
