import type { WinTier } from '#features/play/session/win-tier.ts'

interface WinScale {
  readonly petals: number
  readonly coins: number
  /** At most 1.2 s. */
  readonly milliseconds: number
  /** The balance counts up so long; at most 600 ms. */
  readonly countMs: number
}

const SCALES: Record<WinTier, WinScale> = {
  won: { petals: 7, coins: 0, milliseconds: 700, countMs: 320 },
  good: { petals: 16, coins: 6, milliseconds: 900, countMs: 450 },
  big: { petals: 46, coins: 14, milliseconds: 1_200, countMs: 600 },
  huge: { petals: 84, coins: 26, milliseconds: 1_200, countMs: 600 },
}
const HIGHER: Record<WinTier, WinTier> = { won: 'good', good: 'big', big: 'huge', huge: 'huge' }

/** The player's own best is celebrated as the next higher tier. */
export const winScale = (tier: WinTier, isBest: boolean): WinScale => SCALES[isBest ? HIGHER[tier] : tier]
