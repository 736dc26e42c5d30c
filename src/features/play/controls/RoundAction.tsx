import { useLayoutEffect, useRef } from 'react'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { RoundPlay } from '#features/play/controller/round-play.ts'
import { ActionButton } from './ActionButton.tsx'
import { useBetAction } from './use-bet-action.tsx'
import { useCashOut } from './use-cash-out.tsx'
import { useIsRoundOpen } from './use-is-round-open.ts'

interface RoundActionProps {
  play: RoundPlay
  /** Words while there is nothing to cash out. */
  firstStep: string
  /** The focus goes there when a round begins. */
  firstFocus: () => HTMLElement | null
}

export function RoundAction({ play, firstStep, firstFocus }: RoundActionProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isOpen = useIsRoundOpen(play)
  const isAutoPlaying = useIsAutoPlaying(play.game)
  const isInRound = isOpen && !isAutoPlaying
  const bet = useBetAction(play)
  const cashOut = useCashOut(play, firstStep)
  useLayoutEffect(() => {
    // A keyboard player goes on at the stage; a finger needs no focus.
    if (isInRound && ref.current?.querySelector(':focus-visible'))
      firstFocus()?.focus({ preventScroll: true })
  }, [isInRound, firstFocus])
  return (
    <div ref={ref} data-round-action="">
      <ActionButton {...(isInRound ? cashOut : bet)} />
    </div>
  )
}
