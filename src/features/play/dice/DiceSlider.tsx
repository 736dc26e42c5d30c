import { useLingui } from '@lingui/react/macro'
import { memo, type KeyboardEvent } from 'react'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { Slider } from '#ui/Slider.tsx'
import { withTarget } from './dice-links.ts'
import { useDicePlay } from './dice-play.ts'

/** Step sizes in hundredths: of a drag, of an arrow key, with Shift, and of Page up and down. */
const STEP = { drag: 50, arrow: 50, fine: 1, page: 500 } as const
const END = 10_000

export const DiceSlider = memo(function DiceSlider() {
  const { t } = useLingui()
  const play = useDicePlay()
  const params = useStore(play.params)
  const isLocked = useIsAutoPlaying('dice')
  const { hundredths } = usePlayFormat()
  const { side, target } = params
  const shown = hundredths(target)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEP.fine : STEP.arrow
    const moves: Partial<Record<string, number>> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -STEP.page,
      PageUp: STEP.page,
      Home: -END,
      End: END,
    }
    const move = moves[event.key]
    if (move === undefined || isLocked || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    play.setParams(withTarget(params, target + move))
  }
  return (
    <Slider
      share={target / END}
      wins={side === 'over' ? 'above' : 'below'}
      aria-label={t`Target`}
      aria-valuetext={side === 'over' ? t`Roll over ${shown}` : t`Roll under ${shown}`}
      min={0}
      max={END}
      value={target}
      disabled={isLocked}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const value = Math.round(Number(event.target.value) / STEP.drag) * STEP.drag
        play.setParams(withTarget(params, value))
      }}
    />
  )
})
