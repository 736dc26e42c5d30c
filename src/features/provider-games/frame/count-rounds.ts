import type { ProviderRound } from '#contract/provider-games.ts'
import { parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'

/** Result of each round so far, by its id, in the coin's smallest unit. */
export type CountedRounds = ReadonlyMap<string, bigint>

const unitsOf = (amount: string, decimals: number) => unitsAt(parseDecimal(amount) ?? ZERO, decimals)

/**
 * Compares rounds with what was counted before, and sums the change of those that are `isOwn`. The first time, with
 * `before` undefined, nothing is won or lost: those rounds were played earlier.
 */
export function countRounds(
  before: CountedRounds | undefined,
  rounds: readonly ProviderRound[],
  { decimals, isOwn }: { decimals: number; isOwn: (round: ProviderRound) => boolean },
): { readonly counted: CountedRounds; readonly change: bigint } {
  const counted = new Map(before)
  let change = 0n
  for (const round of rounds) {
    const { id, staked, paid } = round
    const net = unitsOf(paid, decimals) - unitsOf(staked, decimals)
    if (before && isOwn(round)) change += net - (before.get(id) ?? 0n)
    counted.set(id, net)
  }
  return { counted, change }
}
