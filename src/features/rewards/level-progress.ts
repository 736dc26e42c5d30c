import { divide, fromBps, multiply, type Decimal } from '#lib/decimal.ts'

/** XP required for LV.2; one XP is one US dollar of turnover. */
export const LEVEL_2_XP: Decimal = { units: 80n, scale: 0 }

/** Share of the house edge that players get back: 5%. */
export const RAKEBACK_BPS = 500

/** Default house edge of a game: 1%. */
export const USUAL_EDGE_BPS = 100

const FULL_BPS = 10_000

/** XP required for a level: 80 × (level − 1)², so 80 for LV.2, 320 for LV.3, 720 for LV.4. */
export function xpOfLevel(level: number): bigint {
  return LEVEL_2_XP.units * BigInt(level - 1) ** 2n
}

export interface LevelProgress {
  /** From 1. */
  readonly level: number
  /** Progress to the next level in basis points, below 10000. */
  readonly bps: number
  /** XP required for the next level. */
  readonly nextXp: bigint
}

/** `wagered` in US dollars. */
export function levelProgress(wagered: Decimal): LevelProgress {
  const whole = wagered.units / 10n ** BigInt(wagered.scale)
  let level = Math.floor(Math.sqrt(Number(whole / LEVEL_2_XP.units))) + 1
  // A square root of a large number may be off by one.
  while (xpOfLevel(level) > whole) level -= 1
  while (xpOfLevel(level + 1) <= whole) level += 1
  const [from, nextXp] = [xpOfLevel(level), xpOfLevel(level + 1)]
  const way = { units: wagered.units - from * 10n ** BigInt(wagered.scale), scale: wagered.scale }
  const { units } = divide(way, { units: nextXp - from, scale: 0 }, 4)
  return { level, bps: Math.min(Number(units), FULL_BPS - 1), nextXp }
}

/**
 * Exact, in US dollars.
 * @param edge the house edge of the turnover, in US dollars
 */
export function rakebackOf(edge: Decimal): Decimal {
  return multiply(edge, fromBps(RAKEBACK_BPS))
}

/** Exact, in US dollars, for a turnover of `wagered` at `edgeBps`. */
export function rakeback(wagered: Decimal, edgeBps: number): Decimal {
  return rakebackOf(multiply(wagered, fromBps(edgeBps)))
}
