import { kenoChance, kenoMultipliers, type KenoPickCount, type KenoRisk } from '#rules/keno/keno.ts'
import type { Multiplier } from '#fair/multiplier.ts'

/** Payout of this many hits. Numbers of hits that pay nothing share one row. */
export interface KenoRow {
  readonly fewest: number
  readonly most: number
  readonly multiplier: Multiplier
  /** 0 to 1. */
  readonly chance: number
}

/** From the fewest hits up. */
export function kenoTable(risk: KenoRisk, pickCount: KenoPickCount): readonly KenoRow[] {
  const rows: KenoRow[] = []
  kenoMultipliers(risk, pickCount).forEach((multiplier, hits) => {
    const chance = kenoChance(pickCount, hits)
    const before = rows.at(-1)
    if (before && before.multiplier === 0 && multiplier === 0) {
      rows[rows.length - 1] = { ...before, most: hits, chance: before.chance + chance }
    } else rows.push({ fewest: hits, most: hits, multiplier, chance })
  })
  return rows
}
