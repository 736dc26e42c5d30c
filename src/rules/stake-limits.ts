import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { topMultiplierOf, type BetParams, type PlayGame } from './games.ts'

/** The largest stake whose best result stays within the payout limit. All amounts are in one coin's smallest unit. */
export function maxStakeOf<G extends PlayGame>(
  bet: BetParams<G>,
  { maxStake, maxPayout }: { readonly maxStake: bigint; readonly maxPayout: bigint },
): bigint {
  const payable = (maxPayout * BigInt(MULTIPLIER_SCALE)) / BigInt(topMultiplierOf(bet))
  return payable < maxStake ? payable : maxStake
}
