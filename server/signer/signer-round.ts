import type { Database } from '#server/db/tables.ts'
import type { WithdrawalState } from '#server/db/withdrawal-state.ts'
import { claimWithdrawal, MOST_FAILED, nothingPassed } from './claim-withdrawal.ts'
import { maySign } from './may-sign.ts'
import { settleTransactions } from './settle-transactions.ts'
import { signWithdrawal } from './sign-withdrawal.ts'
import type { SignerContext } from './signer-context.ts'
import { carryOutVotes } from './votes.ts'

/** Withdrawals per round, so that open transactions are followed often enough. */
const MOST_SIGNED = 20

/**
 * Sends and follows signed transactions, then signs waiting withdrawals. It may be interrupted anywhere, even by a
 * kill: the next round of any process continues from the database.
 * @returns true if this process holds the lease
 */
export async function signerRound(context: SignerContext): Promise<boolean> {
  const { memory, sender, clock } = context
  const isHeld = await context.lease.take(sender.address)
  // Another process may have signed meanwhile: compare all transfers of the chain again.
  if (!isHeld || clock() - memory.heldAt >= context.leaseMs) memory.compared = null
  memory.heldAt = isHeld ? clock() : 0
  if (!isHeld) return false
  await settleTransactions(context)
  await carryOutVotes(context)
  const passed = nothingPassed()
  for (let signed = 0; signed < MOST_SIGNED && passed.ids.size < MOST_FAILED; signed++) {
    if (!(await isSomethingUnsigned(context)) || !(await maySign(context))) break
    const withdrawal = await claimWithdrawal(context, passed)
    if (!withdrawal) break
    const result = await signWithdrawal(context, withdrawal)
    // Later withdrawals and other coins go on.
    if (result === 'failed') passed.ids.add(withdrawal.id)
    else if (result === 'waits') passed.coins.add(withdrawal.coin)
    else await settleTransactions(context)
  }
  return true
}

type Place = Pick<SignerContext, 'db' | 'sender'>

export const hasWork = (place: Place): Promise<boolean> =>
  isSomethingIn(place, ['queued', 'signing', 'signed', 'broadcast'])

export async function newestVote(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('withdrawal_vote')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The chain is read only if something could be signed or returned, or the last comparison is old. */
async function isSomethingUnsigned(place: Place): Promise<boolean> {
  if (await isSomethingIn(place, ['queued', 'signing', 'review'])) return true
  const { db, sender } = place
  const halt = await db.selectFrom('signer_halt').select('chain').where('chain', '=', sender.chain).execute()
  return halt.length > 0
}

async function isSomethingIn({ db, sender }: Place, states: readonly WithdrawalState[]): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('chain', '=', sender.chain)
    .where('status', 'in', states)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
