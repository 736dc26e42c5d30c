import { StakeField } from '#features/play/StakeField.tsx'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { minesPlay } from './mines-play.ts'
import { useIsRoundOpen } from './use-is-round-open.ts'

/** The amount, which stands still while a round is open. */
export function MinesStake() {
  return <StakeField play={minesPlay} isInRound={useAfterPaint(useIsRoundOpen())} />
}
