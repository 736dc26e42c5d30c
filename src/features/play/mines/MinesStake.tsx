import { StakeField } from '#features/play/StakeField.tsx'
import { useIsAutoPlaying } from '#features/play/use-play.ts'
import { minesPlay } from './mines-play.ts'
import { useIsRoundOpen } from './use-is-round-open.ts'

/** The amount, which stands still while a round is open. */
export function MinesStake() {
  const isAutoPlaying = useIsAutoPlaying('mines')
  return <StakeField play={minesPlay} isLocked={useIsRoundOpen() || isAutoPlaying} />
}
