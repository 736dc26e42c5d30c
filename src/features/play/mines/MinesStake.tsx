import { StakeField } from '#features/play/stake/StakeField.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useMinesPlay } from './mines-controller.ts'
import { useIsRoundOpen } from './mines-controller.ts'

/** The amount, which stands still while a round is open, and in auto-play. */
export function MinesStake() {
  const play = useMinesPlay()
  const isAutoPlaying = useIsAutoPlaying('mines')
  const isInRound = useAfterPaint(useIsRoundOpen())
  return <StakeField play={play} isLocked={isInRound || isAutoPlaying} />
}
