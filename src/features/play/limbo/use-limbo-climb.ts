import { useLayoutEffect, type RefObject } from 'react'
import type { SettledBet } from '#features/play/play-engine.ts'
import { useFormat } from '#i18n/use-format.ts'
import { climbedTo, LIMBO_CLIMB_MS } from './limbo-climb.ts'

interface LimboClimb {
  bet: SettledBet<'limbo'> | undefined
  /** Gets `data-reached` as soon as the figure reaches the bet's target. */
  stageRef: RefObject<HTMLElement | null>
  figureRef: RefObject<HTMLElement | null>
}

/** Counts the figure up to the result. It writes text only, so nothing is rendered or measured in between. */
export function useLimboClimb({ bet, stageRef, figureRef }: LimboClimb): void {
  const { decimal } = useFormat()
  useLayoutEffect(() => {
    const [stage, figure] = [stageRef.current, figureRef.current]
    if (!bet || !stage || !figure) return
    const { outcome, params } = bet
    const startedAt = performance.now()
    let frame = 0
    const draw = (now: number) => {
      const progress = (now - startedAt) / LIMBO_CLIMB_MS
      const value = climbedTo(outcome, progress)
      figure.textContent = decimal((value / 100).toFixed(2))
      if (value >= params.target) stage.dataset['reached'] = ''
      if (progress < 1) frame = requestAnimationFrame(draw)
    }
    draw(startedAt)
    return () => {
      cancelAnimationFrame(frame)
      delete stage.dataset['reached']
    }
  }, [bet, stageRef, figureRef, decimal])
}
