import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { RoundPlay } from '#features/play/controller/round-play.ts'
import { StakeField } from '#features/play/stake/StakeField.tsx'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useIsRoundOpen } from './use-is-round-open.ts'

export function RoundStake({ play }: { play: RoundPlay }) {
  const isAutoPlaying = useIsAutoPlaying(play.game)
  const isInRound = useAfterPaint(useIsRoundOpen(play))
  return <StakeField play={play} isLocked={isInRound || isAutoPlaying} />
}
