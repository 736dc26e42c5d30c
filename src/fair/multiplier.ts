/** An integer in ten-thousandths: 19_800 is 1.98×. */
export type Multiplier = number

export const MULTIPLIER_SCALE = 10_000

/** In the stake's smallest units. A fraction of a unit stays with the house. */
export function payoutOf(stake: bigint, multiplier: Multiplier): bigint {
  if (stake < 0n) throw new RangeError('A stake is not negative')
  return (stake * BigInt(multiplier)) / BigInt(MULTIPLIER_SCALE)
}

/**
 * `numerator / denominator`, cut to four decimals with exact integer arithmetic.
 * @throws {RangeError} if it is too large for a safe integer (900 billion times the stake)
 */
export function multiplierOf(numerator: bigint, denominator: bigint): Multiplier {
  const scaled = (numerator * BigInt(MULTIPLIER_SCALE)) / denominator
  if (scaled > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The multiplier is too large')
  return Number(scaled)
}

/** Published multipliers such as 5.6 (at most four decimals) as integers such as 56_000. */
export function multipliersFrom(published: readonly number[]): readonly Multiplier[] {
  return published.map((multiplier) => Math.round(multiplier * MULTIPLIER_SCALE))
}
