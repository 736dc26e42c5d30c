import type { Database } from '#server/db/tables.ts'
import type { CreditedDeposit } from '#server/deposits/credit-deposits.ts'
import { lockBonus } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { readBreak } from '#server/responsible-play/play-breaks.ts'
import { bonusFor } from './bonus-maths.ts'
import { nextOffer, readBonusChoice } from './bonus-offers.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Grants the bonus of a deposit, if there is one. Call it in the transaction that credits the deposit and holds the
 * lock of the account: each deposit and each offer gives at most one bonus, however often it is repeated. During a
 * break nothing is granted, and the offer stays open.
 */
export async function grantBonus(
  trx: Database,
  { id, player, usdCents }: Pick<CreditedDeposit, 'id' | 'player' | 'usdCents'>,
  now: number,
): Promise<void> {
  const offered = await nextOffer(trx, player, now)
  if (!offered) return
  const { offer, coin, decimals } = offered
  const amount = bonusFor(usdCents, offer, decimals)
  if (amount === 0n || (await readBreak(trx, player, now))) return
  const { isAccepted } = await readBonusChoice(trx, player)
  const at = new Date(now)
  const bonus = await trx
    .insertInto('bonus')
    .values({
      account_id: player,
      ordinal: offer.ordinal,
      deposit_id: id,
      coin,
      deposit_cents: `${usdCents}`,
      bonus_bps: offer.bonusBps,
      release_bps: offer.releaseBps,
      ...(isAccepted
        ? { status: 'active' as const, amount: `${amount}` }
        : { status: 'declined' as const, amount: '0', ended_at: at }),
      granted_at: at,
      expires_at: new Date(now + offer.releaseDays * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isAccepted) await postTransaction(trx, lockBonus({ player, coin, amount, bonus: bonus.id }), now)
}
