import type { WithdrawalState } from '#server/db/withdrawal-state.ts'
import { claimWithdrawal, MOST_FAILED, nothingPassed } from './claim-withdrawal.ts'
import { maySign } from './may-sign.ts'
import { settleTransactions } from './settle-transactions.ts'
import { signWithdrawal } from './sign-withdrawal.ts'
import type { SignerContext } from './signer-context.ts'

/** Withdrawals signed in one round, so that those under way are not left alone for long. */
const MOST_SIGNED = 20

/**
 * One round of the signer: sends and follows what is signed, then signs what waits. It may end anywhere, by a
 * kill too: the next round, of any process, goes on from what is in the database.
 * @returns whether this process has the right to sign
 */
export async function signerRound(context: SignerContext): Promise<boolean> {
  const { memory, sender, clock } = context
  const isHeld = await context.lease.take(sender.address)
  // Another process may have signed meanwhile: what the chain lists is compared from the beginning.
  if (!isHeld || clock() - memory.heldAt >= context.leaseMs) memory.compared = null
  memory.heldAt = isHeld ? clock() : 0
  if (!isHeld) return false
  await settleTransactions(context)
  const passed = nothingPassed()
  for (let signed = 0; signed < MOST_SIGNED && passed.ids.size < MOST_FAILED; signed++) {
    if (!(await isSomethingUnsigned(context)) || !(await maySign(context))) break
    const withdrawal = await claimWithdrawal(context, passed)
    if (!withdrawal) break
    const result = await signWithdrawal(context, withdrawal)
    // Those behind it, and other coins, go on.
    if (result === 'failed') passed.ids.add(withdrawal.id)
    else if (result === 'waits') passed.coins.add(withdrawal.coin)
    else await settleTransactions(context)
  }
  return true
}

type Place = Pick<SignerContext, 'db' | 'sender'>

/** Whether a round would find anything to do. */
export const hasWork = (place: Place): Promise<boolean> =>
  isSomethingIn(place, ['queued', 'signing', 'signed', 'broadcast'])

/**
 * The chain is asked about the wallet only when something could be signed, or given back by a person, or it is time
 * to see that all is known again.
 */
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
