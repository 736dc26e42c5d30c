import { useLayoutEffect, type RefObject } from 'react'
import type { SettledBet } from '#features/play/play-engine.ts'
import { LIMBO_CLIMB_EASING, LIMBO_CLIMB_MS } from './limbo-climb.ts'
import styles from './limbo.module.css'

interface KoiClimb {
  bet: SettledBet<'limbo'> | undefined
  level: number
  sceneRef: RefObject<HTMLElement | null>
  climberRef: RefObject<HTMLElement | null>
}

/** The water runs a little longer than the koi climbs, and then stands still: an idle stage moves nothing. */
const FLOW_MS = 1_600

/** From the pool to the result, level with the figure at every moment. The browser animates it. */
export function useKoiClimb({ bet, level, sceneRef, climberRef }: KoiClimb): void {
  useLayoutEffect(() => {
    const [scene, climber] = [sceneRef.current, climberRef.current]
    if (!bet || !scene || !climber) return
    const part = (name: string | undefined) => scene.querySelector(`.${name}`)
    const climb = climber.animate(
      { translate: ['0 100%', `0 ${(1 - level) * 100}%`] },
      { duration: LIMBO_CLIMB_MS, easing: LIMBO_CLIMB_EASING },
    )
    part(styles.koi)?.animate(
      { rotate: ['14deg', '-11deg', '9deg', '-6deg', '0deg'] },
      { duration: LIMBO_CLIMB_MS, easing: 'ease-out' },
    )
    part(styles.splash)?.animate({ opacity: [0, 1, 0], scale: [0.5, 1, 1.15] }, { duration: 420 })
    part(styles.streaks)?.animate(
      { translate: ['0 0', '0 320px'] },
      { duration: FLOW_MS, easing: 'cubic-bezier(0.2, 0.6, 0.4, 1)' },
    )
    return () => climb.cancel()
  }, [bet, level, sceneRef, climberRef])
}
