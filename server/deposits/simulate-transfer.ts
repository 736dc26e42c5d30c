import { randomBytes } from 'node:crypto'
import { Refusal } from '#server/base/refusal.ts'
import type { PracticeChain } from '#server/chains/practice-chain.ts'
import { tronAddress } from '#server/chains/tron-address.ts'
import type { Database } from '#server/db/tables.ts'
import type { Rates } from '#server/rates/rates.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { PAID_COIN, type DepositChain } from './deposit-chain.ts'
import { depositedCents } from './deposited-cents.ts'
import { openCents, worthInCents } from './open-cents.ts'

interface SimulateOptions extends Pick<DepositChain, 'network'> {
  readonly db: Database
  readonly rates: Pick<Rates, 'convert'>
  readonly practice: PracticeChain
}

interface SimulatedTransfer {
  readonly uid: number
  /** Makes the call idempotent. */
  readonly txId: string
  /** In the smallest unit of USDT. */
  readonly amount: bigint
  readonly now: number
}

/**
 * Sends a transfer to the player's own address on the practice chain. Unlike a real transfer it can be refused, so limits
 * apply.
 * @throws Refusal `break_active`, `not_found` without an address, `limit_reached`, `conflict` for the id of
 * another transfer
 */
export async function simulateTransfer(
  { db, rates, practice, network: { chain, usdtContract: contract } }: SimulateOptions,
  { uid, txId, amount, now }: SimulatedTransfer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    await assertMayPlay(trx, uid, now)
    const own = await trx
      .selectFrom('deposit_address')
      .select('address')
      .where('chain', '=', chain)
      .where('account_id', '=', uid)
      .executeTakeFirst()
    if (!own) throw new Refusal('not_found', 'Open the deposit address first')
    const before = await trx
      .selectFrom('practice_transfer')
      .select('amount')
      .where('chain', '=', chain)
      .where('tx_id', '=', txId)
      .executeTakeFirst()
    if (before) {
      if (BigInt(before.amount) === amount) return
      throw new Refusal('conflict', 'That key was used for another amount')
    }
    const worth = await worthInCents(trx, rates, { coin: PAID_COIN, amount })
    const cents = worth + (await openCents(trx, rates, { uid, now }))
    await assertWithinLimits(trx, uid, 'deposit', cents, await depositedCents(trx, uid, now))
    const from = tronAddress(randomBytes(20))
    await practice.send([{ contract, from, to: own.address, amount }], txId, trx)
  })
}
