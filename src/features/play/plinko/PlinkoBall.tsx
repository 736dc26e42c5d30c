import { memo, useLayoutEffect, useRef } from 'react'
import type { PlinkoStep } from '#rules/plinko/plinko.ts'
import { pegHits, PLINKO_FLIGHT_MS, plinkoFlight, type BoardPlace } from './plinko-flight.ts'
import styles from './plinko.module.css'

const FLIGHT: KeyframeAnimationOptions = { duration: PLINKO_FLIGHT_MS, fill: 'both' }

const translate = ({ x, y }: BoardPlace) => `${x * 100}% ${y * 100}%`

/** A bud that was touched is dark again after this share of a row. */
const FADE = 0.9

/** At each peg the ball is pressed flat, and it is stretched in the fall between two of them. */
function squashes(path: readonly PlinkoStep[]): Keyframe[] {
  const half = 0.5 / (path.length + 1)
  return [
    { offset: 0, scale: '1 1' },
    ...pegHits(path).flatMap(({ at }) => [
      { offset: at, scale: '1.16 0.84' },
      { offset: at + half, scale: '0.95 1.06' },
    ]),
    { offset: 1, scale: '1.2 0.82' },
  ]
}

/** One light for all pegs of the way: it stands at each from its touch on. */
function flashes(path: readonly PlinkoStep[]): Keyframe[] {
  const row = FADE / (path.length + 1)
  return [
    { offset: 0, opacity: 0 },
    ...pegHits(path).flatMap((hit) => [
      { offset: hit.at, opacity: 0.95, translate: translate(hit) },
      { offset: hit.at + row, opacity: 0, translate: translate(hit) },
    ]),
  ]
}

/** The browser animates it: nothing is rendered until it has landed. */
export const PlinkoBall = memo(function PlinkoBall({ path }: { path: readonly PlinkoStep[] }) {
  const carrierRef = useRef<HTMLDivElement>(null)
  const ballRef = useRef<HTMLDivElement>(null)
  const flashRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const motions = [
      carrierRef.current?.animate(
        plinkoFlight(path).map((point) => ({ offset: point.at, translate: translate(point) })),
        FLIGHT,
      ),
      ballRef.current?.animate(squashes(path), FLIGHT),
      flashRef.current?.animate(flashes(path), FLIGHT),
    ]
    return () => {
      for (const motion of motions) motion?.cancel()
    }
  }, [path])
  return (
    <>
      <div ref={flashRef} className={styles.carrier}>
        <i className={styles.flash} />
      </div>
      <div ref={carrierRef} className={styles.carrier} data-testid="plinko-ball">
        <div ref={ballRef} className={styles.ball} />
      </div>
    </>
  )
})
