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
import { tellIntent } from './intents.ts'

interface SimulateOptions {
  readonly db: Database
  readonly rates: Pick<Rates, 'convert'>
  readonly practice: PracticeEvm
}

interface SimulatedPayment {
  readonly uid: number
  /** Of the intent, which is the player's. */
  readonly id: string
  /** Always the same for one intent. */
  readonly txId: string
  readonly now: number
}

/**
 * Sends on a practice chain what the wallet would send, and tells so. Limits may have been cut since the intent
 * was made; what it was made for counts for an hour, and can be sent as long.
 * @throws Refusal `break_active`, `limit_reached`, `conflict` when it is too late or something else was told
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
    // The same order may wait more than once, from another tab; one of them is this one.
    const cents = worth + (await openCents(trx, rates, { uid, now, order: intent }))
    await assertWithinLimits(trx, uid, 'deposit', cents, await depositedCents(trx, uid, now))
    await practice.send({ txId, from: sender, to: recipient, contract, amount: BigInt(raw_amount) }, trx)
    await tellIntent(trx, { uid, id, txId, now })
  })
}
