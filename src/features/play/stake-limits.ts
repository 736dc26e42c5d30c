import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { topMultiplierOf, type BetParams, type PlayGame } from '#rules/games.ts'
import type { PlayLimits } from './play-engine.ts'

/** The largest stake of a bet, so that its best result stays within the highest payout. */
export function maxStakeOf<G extends PlayGame>(
  bet: BetParams<G>,
  { maxStake, maxPayout }: Pick<PlayLimits, 'maxStake' | 'maxPayout'>,
): bigint {
  const payable = (maxPayout * BigInt(MULTIPLIER_SCALE)) / BigInt(topMultiplierOf(bet))
  return payable < maxStake ? payable : maxStake
}
