import type { ShownResult } from '#features/play/session/play-moments.ts'
import type { PlayPreferences } from '#features/play/session/play-preferences.state.ts'
import { winTier, type WinTier } from '#features/play/session/win-tier.ts'

/** Results that follow each other faster are shown without motion, as nobody could follow it. */
const FAST_MS = 400

export interface Celebration {
  readonly tier: WinTier
  /** The amount is counted up, and petals fly. */
  readonly isMoving: boolean
  /** How the win is told apart from the result on the stage. */
  readonly telling: 'card' | 'toast' | undefined
}

interface Circumstances {
  readonly bigWins: PlayPreferences['bigWins']
  readonly isMotionWanted: boolean
  /** For the next bet of auto-play, or for another one that still rides. */
  readonly isStageNeeded: boolean
  readonly sinceLastMs: number
}

/** Undefined where nothing is celebrated. */
export function celebrationOf(
  result: Pick<ShownResult, 'stake' | 'payout'>,
  { bigWins, isMotionWanted, isStageNeeded, sinceLastMs }: Circumstances,
): Celebration | undefined {
  const tier = winTier(result)
  if (!tier) return undefined
  const isBig = bigWins !== 'never' && result.payout >= result.stake * BigInt(bigWins)
  const telling = isBig ? (isStageNeeded ? 'toast' : 'card') : undefined
  return { tier, isMoving: isMotionWanted && (telling === 'card' || sinceLastMs >= FAST_MS), telling }
}
