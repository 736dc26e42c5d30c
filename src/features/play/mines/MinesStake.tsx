import { StakeField } from '#features/play/StakeField.tsx'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useMinesPlay } from './mines-controller.ts'
import { useIsRoundOpen } from './use-is-round-open.ts'

/** The amount, which stands still while a round is open. */
export function MinesStake() {
  const play = useMinesPlay()
  return <StakeField play={play} isInRound={useAfterPaint(useIsRoundOpen())} />
}
