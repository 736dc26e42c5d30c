import { Refusal } from '#server/base/refusal.ts'
import type { PracticeEvm } from '#server/chains/practice-evm.ts'
import type { Database } from '#server/db/tables.ts'
import { depositedCents } from '#server/deposits/deposited-cents.ts'
import { openCents, worthInCents } from '#server/deposits/open-cents.ts'
import type { Rates } from '#server/rates/rates.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { AWAITED_MS } from '#server/deposits/intent-groups.ts'
import { storeReport } from './intents.ts'

interface SimulateOptions {
  readonly db: Database
  readonly rates: Pick<Rates, 'convert'>
  readonly practice: PracticeEvm
}

interface SimulatedPayment {
  readonly uid: number
  readonly id: string
  /** Constant for one intent, so that the call is idempotent. */
  readonly txId: string
  readonly now: number
}

/**
 * Sends an intent's payment on a practice chain and reports it. Checks limits again, because they may have been lowered
 * since. An intent is valid for an hour.
 * @throws Refusal `break_active`, `limit_reached`, `conflict` for an expired or already reported intent
 */
export async function simulatePayment(
  { db, rates, practice }: SimulateOptions,
  { uid, id, txId, now }: SimulatedPayment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    await assertMayPlay(trx, uid, now)
    const intent = await trx
      .selectFrom('deposit_intent')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { chain, status, sender, recipient, contract, coin, amount, raw_amount } = intent
    const before = await trx
      .selectFrom('practice_transfer')
      .select('tx_id')
      .where('chain', '=', chain)
      .where('tx_id', '=', txId)
      .executeTakeFirst()
    if (before) return
    if (status !== 'waiting' || intent.created_at.getTime() <= now - AWAITED_MS) {
      throw new Refusal('conflict', 'That payment cannot be made any more')
    }
    const worth = await worthInCents(trx, rates, { coin, amount: BigInt(amount) })
    // Other tabs may hold intents of the same order. Count only one.
    const cents = worth + (await openCents(trx, rates, { uid, now, order: intent }))
    await assertWithinLimits(trx, uid, 'deposit', cents, await depositedCents(trx, uid, now))
    await practice.send({ txId, from: sender, to: recipient, contract, amount: BigInt(raw_amount) }, trx)
    await storeReport(trx, { uid, id, txId, now })
  })
}
