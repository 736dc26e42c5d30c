import { useLayoutEffect, useRef } from 'react'
import { useMovingSound } from '#features/play/controls/use-moving-sound.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { useStore } from '#lib/use-store.ts'
import { ringPart, WHEEL_RADIUS } from './wheel-drawing.ts'
import { useShownSpin } from './use-shown-spin.ts'
import styles from './wheel.module.css'
import { WheelFrame } from './WheelFrame.tsx'
import { useWheelPlay } from './wheel-play.ts'
import {
  ONE_AND_A_HALF_TURNS,
  pointerTicks,
  WHEEL_EASING,
  WHEEL_TURN_MS,
  wheelAngle,
  wheelClicks,
  wheelWay,
} from './wheel-turn.ts'
import { WheelDisc } from './WheelDisc.tsx'
import { WheelReflection } from './WheelReflection.tsx'

const clicksOf = ({ params }: SettledBet<'wheel'>) => wheelClicks(ONE_AND_A_HALF_TURNS, params.segments)

/** The browser animates the turn: nothing is rendered in between. */
export function WheelRing() {
  const play = useWheelPlay()
  const { moving, shown } = useShownSpin()
  const { segments, risk } = useStore(play.params)
  const turnerRef = useRef<HTMLDivElement>(null)
  const reflectionRef = useRef<HTMLElement>(null)
  const pointerRef = useRef<HTMLElement>(null)
  const standsAt = useRef(0)
  const angle = wheelAngle((moving ?? shown)?.outcome ?? 0, segments)
  const isWon = !moving && shown !== undefined && shown.payout > shown.stake
  useMovingSound(play, clicksOf)
  useLayoutEffect(() => {
    const way = wheelWay(standsAt.current, angle)
    standsAt.current = angle
    if (!moving) return
    const turn = { rotate: [`${angle - way}deg`, `${angle}deg`] }
    const timing = { duration: WHEEL_TURN_MS, easing: WHEEL_EASING }
    const motions = [
      turnerRef.current?.animate(turn, timing),
      reflectionRef.current?.animate(turn, timing),
      pointerRef.current?.animate(pointerTicks(segments), WHEEL_TURN_MS),
    ]
    return () => {
      for (const motion of motions) motion?.cancel()
    }
  }, [moving, angle, segments])
  const half = 0.5 / segments
  return (
    <div className={styles.ring} data-won={isWon || undefined} aria-hidden>
      <i className={styles.halo} />
      <WheelReflection ref={reflectionRef} segments={segments} risk={risk} angle={angle} />
      <i className={styles.stand} />
      <i className={styles.shadow} />
      <div
        ref={turnerRef}
        className={styles.turner}
        style={{ rotate: `${angle}deg` }}
        data-testid="wheel-turner"
      >
        <WheelDisc segments={segments} risk={risk} />
      </div>
      <i className={styles.gloss} />
      {shown && !moving ? (
        <svg
          className={styles.marks}
          viewBox={`${-WHEEL_RADIUS} ${-WHEEL_RADIUS} ${2 * WHEEL_RADIUS} ${2 * WHEEL_RADIUS}`}
          data-win-place={isWon ? '' : undefined}
        >
          <path className={styles.landed} d={ringPart(-half, half)} />
        </svg>
      ) : null}
      <WheelFrame />
      <i className={styles.bulbs} />
      <i className={styles.hub} />
      <i ref={pointerRef} className={styles.pointer} />
    </div>
  )
}
