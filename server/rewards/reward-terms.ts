import type { RewardTerms } from '#contract/rewards.ts'
import { MOST_BACK_BPS, mostBackBps } from '#rules/rewards/edge-shares.ts'
import { largestRelease } from '#server/bonuses/bonus-offers.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'

export async function readRewardTerms(
  db: Database,
  { raceDayCap, ...shares }: RewardsConfig,
): Promise<RewardTerms> {
  const releaseBps = await largestRelease(db)
  return {
    ...shares,
    raceDayCapUsd: toDecimal(raceDayCap, DOLLAR_DECIMALS),
    releaseBps,
    sumBps: mostBackBps(shares, releaseBps),
    mostBps: MOST_BACK_BPS,
  }
}
