import type { SettledBet } from '#features/play/play-engine.ts'

/** `good` from 3 times the stake, `big` from 10 times, `huge` from 100 times. */
export type WinTier = 'won' | 'good' | 'big' | 'huge'

const FROM: readonly (readonly [times: bigint, tier: WinTier])[] = [
  [100n, 'huge'],
  [10n, 'big'],
  [3n, 'good'],
]

/** Undefined for a return that is not above the stake: nothing is made of it. */
export function winTier({ stake, payout }: Pick<SettledBet, 'stake' | 'payout'>): WinTier | undefined {
  if (payout <= stake) return undefined
  return FROM.find(([times]) => payout >= stake * times)?.[1] ?? 'won'
}
