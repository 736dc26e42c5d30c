import type { WinTier } from '#features/play/session/win-tier.ts'

/** Milliseconds of vibration and rest. */
const PATTERNS: Record<WinTier, number[]> = {
  won: [12],
  good: [20],
  big: [30, 50, 45],
  huge: [40, 50, 40, 50, 90],
}

export function vibrateForWin(tier: WinTier): void {
  navigator.vibrate?.(PATTERNS[tier])
}
