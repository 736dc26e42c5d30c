import type { Bonus, BonusOffer } from '#contract/bonuses.ts'
import { centsOf } from '#contract/values.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { USUAL_EDGE_BPS } from '#server/promotions/promotions.seed.ts'
import { bonusFor, playToRelease } from './bonus-maths.ts'
import type { OfferedBonus } from './bonus-offers.ts'

/** Example deposits in US dollars, in addition to the minimum and maximum of an offer. */
const EXAMPLES = ['100', '1000']
const CENT_DECIMALS = 2

export async function listBonusesOf(db: Database, player: number): Promise<Bonus[]> {
  const rows = await db
    .selectFrom('bonus')
    .innerJoin('coin', 'coin.id', 'bonus.coin')
    .selectAll('bonus')
    .select('coin.decimals')
    .where('bonus.account_id', '=', player)
    .orderBy('bonus.ordinal', 'desc')
    .execute()
  return rows.map((row) => {
    const { decimals, status } = row
    const left = BigInt(row.amount) - BigInt(row.released)
    const locked = status === 'active' ? left : 0n
    const cost = { edgeBps: USUAL_EDGE_BPS, releaseBps: row.release_bps }
    return {
      id: row.id,
      ordinal: row.ordinal,
      status,
      coin: row.coin,
      ...cost,
      amount: toDecimal(BigInt(row.amount), decimals),
      released: toDecimal(BigInt(row.released), decimals),
      locked: toDecimal(locked, decimals),
      lost: toDecimal(left - locked, decimals),
      depositUsd: toDecimal(BigInt(row.deposit_cents), CENT_DECIMALS),
      playUsd: toDecimal(playToRelease(locked, decimals, cost), CENT_DECIMALS),
      grantedAt: row.granted_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    }
  })
}

export function explainOffer({ offer, decimals }: OfferedBonus): BonusOffer {
  const [least, most] = [centsOf(offer.minUsd), centsOf(offer.maxUsd)]
  const between = EXAMPLES.map(centsOf).filter((cents) => cents > least && cents < most)
  return {
    ...offer,
    examples: [least, ...between, most].map((cents) => {
      const bonus = bonusFor(cents, offer, decimals)
      return {
        depositUsd: toDecimal(cents, CENT_DECIMALS),
        bonus: toDecimal(bonus, decimals),
        playUsd: toDecimal(playToRelease(bonus, decimals, offer), CENT_DECIMALS),
      }
    }),
  }
}
