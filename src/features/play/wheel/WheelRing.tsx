import { useLayoutEffect, useRef } from 'react'
import { useMovingSound } from '#features/play/controls/use-moving-sound.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { useStore } from '#lib/use-store.ts'
import { ringPart, WHEEL_RADIUS } from './wheel-drawing.ts'
import { useShownSpin } from './use-shown-spin.ts'
import styles from './wheel.module.css'
import { useWheelPlay } from './wheel-play.ts'
import { WHEEL_EASING, WHEEL_TURN_MS, wheelAngle, wheelClicks, wheelWay } from './wheel-turn.ts'
import { WheelDisc } from './WheelDisc.tsx'

/** The clicks need no exact angle: one and a half turns. */
const clicksOf = ({ params }: SettledBet<'wheel'>) => wheelClicks(540, params.segments)

/** The browser animates the turn: nothing is rendered in between. */
export function WheelRing() {
  const play = useWheelPlay()
  const { moving, shown } = useShownSpin()
  const { segments, risk } = useStore(play.params)
  const turnerRef = useRef<HTMLDivElement>(null)
  const standsAt = useRef(0)
  const angle = wheelAngle((moving ?? shown)?.outcome ?? 0, segments)
  useMovingSound(play, clicksOf)
  useLayoutEffect(() => {
    const way = wheelWay(standsAt.current, angle)
    standsAt.current = angle
    if (!moving) return
    const turn = turnerRef.current?.animate(
      { rotate: [`${angle - way}deg`, `${angle}deg`] },
      { duration: WHEEL_TURN_MS, easing: WHEEL_EASING },
    )
    return () => turn?.cancel()
  }, [moving, angle])
  const half = 0.5 / segments
  return (
    <div className={styles.ring} aria-hidden>
      <div
        ref={turnerRef}
        className={styles.turner}
        style={{ rotate: `${angle}deg` }}
        data-testid="wheel-turner"
      >
        <WheelDisc segments={segments} risk={risk} />
      </div>
      <svg
        className={styles.marks}
        viewBox={`${-WHEEL_RADIUS} ${-WHEEL_RADIUS} ${2 * WHEEL_RADIUS} ${2 * WHEEL_RADIUS}`}
      >
        {shown && !moving ? <path className={styles.landed} d={ringPart(-half, half)} /> : null}
        <path className={styles.pointer} d="M-6.5 -101h13l-6.5 13z" />
      </svg>
    </div>
  )
}
