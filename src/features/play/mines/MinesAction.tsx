import { useLayoutEffect, useRef } from 'react'
import { ActionButton } from '#features/play/controls/ActionButton.tsx'
import { useBetAction } from '#features/play/controls/use-bet-action.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { boardHeir } from './use-focus-heir.ts'
import { useMinesPlay } from './mines-controller.ts'
import { useCashOut } from './use-cash-out.tsx'
import { useIsRoundOpen } from './mines-controller.ts'

/** The one thing to do next: bet, cash out, or stop auto-play. */
export function MinesAction() {
  const play = useMinesPlay()
  const ref = useRef<HTMLDivElement>(null)
  const isOpen = useIsRoundOpen()
  const isAutoPlaying = useIsAutoPlaying('mines')
  const isInRound = isOpen && !isAutoPlaying
  const bet = useBetAction(play)
  const cashOut = useCashOut()
  useLayoutEffect(() => {
    // Who plays by keyboard goes on at the board; a finger finds its own way.
    if (isInRound && ref.current?.querySelector(':focus-visible')) boardHeir()?.focus({ preventScroll: true })
  }, [isInRound])
  return (
    <div ref={ref} data-mines-action="">
      <ActionButton {...(isInRound ? cashOut : bet)} />
    </div>
  )
}
