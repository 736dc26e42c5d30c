import * as v from 'valibot'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

const KEY = 'own-best'
/** With fewer bets nearly every win is the biggest so far. */
const ENOUGH_BETS = 100

const StoredSchema = v.record(
  v.string(),
  v.object({
    bets: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    multiplier: v.pipe(v.number(), v.minValue(0)),
  }),
)

let bests: v.InferOutput<typeof StoredSchema> | undefined
// Written when the page goes, not with every bet.
globalThis.addEventListener?.('pagehide', () => {
  if (!bests) return
  // Another tab may have written a higher one since.
  for (const [player, known] of Object.entries(readBests())) {
    const { bets, multiplier } = bests[player] ?? known
    bests[player] = {
      bets: Math.max(bets, known.bets),
      multiplier: Math.max(multiplier, known.multiplier),
    }
  }
  browserStorage.set(KEY, JSON.stringify(bests))
})

const readBests = () => parseStored(StoredSchema, browserStorage.get(KEY)) ?? {}

/**
 * Counts a bet that was played on this device.
 * @param player each has an own record, and so has the demonstration
 * @returns true if nothing this player has won here was a larger multiple
 */
export function isOwnBest(player: string, multiplier: number): boolean {
  bests ??= readBests()
  const before = bests[player] ?? { bets: 0, multiplier: 0 }
  const isHigher = multiplier > before.multiplier
  bests[player] = { bets: before.bets + 1, multiplier: isHigher ? multiplier : before.multiplier }
  return isHigher && before.bets >= ENOUGH_BETS
}
