/** XP required for LV.2; one XP is one US dollar of turnover. */
export const LEVEL_2_XP = 80n

/** In 10⁻⁸ US dollars. */
const DOLLAR = 100_000_000n
const FULL_BPS = 10_000n

/** XP required for a level: 80 × (level − 1)², so 80 for LV.2, 320 for LV.3, 720 for LV.4. */
export function xpOfLevel(level: number): bigint {
  return LEVEL_2_XP * BigInt(level - 1) ** 2n
}

export interface Level {
  /** From 1. */
  readonly level: number
  /** Progress to the next level in basis points, below 10000. */
  readonly bps: number
  /** XP required for the next level. */
  readonly nextXp: bigint
}

/** @param wagered all stakes that were at risk, in 10⁻⁸ US dollars */
export function levelOf(wagered: bigint): Level {
  const whole = wagered / DOLLAR
  let level = Math.floor(Math.sqrt(Number(whole / LEVEL_2_XP))) + 1
  // A square root of a large number may be off by one.
  while (xpOfLevel(level) > whole) level -= 1
  while (xpOfLevel(level + 1) <= whole) level += 1
  const [from, nextXp] = [xpOfLevel(level), xpOfLevel(level + 1)]
  const bps = Number(((wagered - from * DOLLAR) * FULL_BPS) / ((nextXp - from) * DOLLAR))
  return { level, bps, nextXp }
}
