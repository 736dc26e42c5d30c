/** What a stake is multiplied by, as an integer in ten-thousandths: 19_800 is 1.98×. */
export type Multiplier = number

export const MULTIPLIER_SCALE = 10_000

/** The payout in the stake's smallest units; a fraction of a unit stays with the house. */
export function payoutOf(stake: bigint, multiplier: Multiplier): bigint {
  if (stake < 0n) throw new RangeError('A stake is not negative')
  return (stake * BigInt(multiplier)) / BigInt(MULTIPLIER_SCALE)
}

/**
 * The multiplier `numerator / denominator`, cut to four decimals without a rounding error on the way.
 * @throws {RangeError} when it is too large to be a safe integer (900 billion times the stake)
 */
export function multiplierOf(numerator: bigint, denominator: bigint): Multiplier {
  const scaled = (numerator * BigInt(MULTIPLIER_SCALE)) / denominator
  if (scaled > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The multiplier is too large')
  return Number(scaled)
}

/** Published multipliers such as 5.6, with at most four decimals, as integers: 56_000. */
export function multipliersFrom(published: readonly number[]): readonly Multiplier[] {
  return published.map((multiplier) => Math.round(multiplier * MULTIPLIER_SCALE))
}
