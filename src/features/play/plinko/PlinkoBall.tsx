import { memo, useLayoutEffect, useRef } from 'react'
import type { PlinkoStep } from '#rules/plinko/plinko.ts'
import { PLINKO_FLIGHT_MS, plinkoFlight } from './plinko-flight.ts'
import styles from './plinko.module.css'

/** The browser animates it: nothing is rendered until it has landed. */
export const PlinkoBall = memo(function PlinkoBall({ path }: { path: readonly PlinkoStep[] }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fall = ref.current?.animate(
      plinkoFlight(path).map(({ x, y, at }) => ({ offset: at, translate: `${x * 100}% ${y * 100}%` })),
      { duration: PLINKO_FLIGHT_MS, fill: 'both' },
    )
    return () => fall?.cancel()
  }, [path])
  return (
    <div ref={ref} className={styles.carrier} data-testid="plinko-ball">
      <div className={styles.ball} />
    </div>
  )
})
