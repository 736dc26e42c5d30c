import { BetButton } from '#features/play/BetButton.tsx'
import { useIsAutoPlaying } from '#features/play/use-play.ts'
import { betButtonHeir, boardHeir } from './mines-focus.ts'
import { MinesCashOut } from './MinesCashOut.tsx'
import { minesPlay } from './mines-play.ts'
import { useFocusHeir } from './use-focus-heir.ts'
import { useIsRoundOpen } from './use-is-round-open.ts'

/** The one thing to do next: bet, cash out, or stop auto-play. */
export function MinesAction() {
  const isOpen = useIsRoundOpen()
  const isAutoPlaying = useIsAutoPlaying('mines')
  return <div data-mines-action="">{isOpen && !isAutoPlaying ? <CashOut /> : <Bet />}</div>
}

function Bet() {
  const ref = useFocusHeir<HTMLDivElement>(boardHeir)
  return (
    <div ref={ref}>
      <BetButton play={minesPlay} />
    </div>
  )
}

function CashOut() {
  const ref = useFocusHeir<HTMLDivElement>(betButtonHeir)
  return (
    <div ref={ref}>
      <MinesCashOut />
    </div>
  )
}
