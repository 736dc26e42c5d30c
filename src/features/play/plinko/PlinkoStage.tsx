import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import { plinkoBucket, type PlinkoRows, type PlinkoStep } from '#rules/plinko/plinko.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PlinkoBuckets } from './PlinkoBuckets.tsx'
import {
  BALL_RADIUS,
  PEG_RADIUS,
  PLINKO_FLIGHT_MS,
  plinkoFlight,
  restingPlace,
  ROW_HEIGHT,
} from './plinko-flight.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'
import { boardSize, PEG_DISTANCE, plinkoPegs } from './plinko-board.ts'
import { useBucketText } from './use-bucket-text.ts'

export function PlinkoStage() {
  const play = usePlinkoPlay()
  const { moving, shown } = useStore(play.stage)
  const params = useStore(play.params)
  const { rows, risk } = params
  // A ball of another board would lie beside the buckets of this one.
  const resting = shown && shown.params.rows === rows && shown.params.risk === risk ? shown : undefined
  const place = resting && restingPlace(rows, plinkoBucket(resting.outcome))
  const shape = {
    '--buckets': rows + 1,
    '--ball': BALL_RADIUS * 2,
    '--shape': 1 / ROW_HEIGHT,
  } as CSSProperties
  return (
    <div className={styles.plinko} style={shape}>
      <div className={styles.board}>
        <PlinkoFigure bet={resting} />
        <div className={styles.drop} aria-hidden>
          <PlinkoPegs rows={rows} />
          {place ? (
            <div
              className={styles.carrier}
              data-testid="plinko-resting-ball"
              style={{ translate: `${place.x * 100}% ${place.y * 100}%` }}
            >
              <div className={styles.ball} />
            </div>
          ) : null}
          {moving.map((bet) => (
            <PlinkoBall key={bet.id} path={bet.outcome} />
          ))}
        </div>
        <PlinkoBuckets />
      </div>
      <ResultLine bet={resting} />
    </div>
  )
}

/** The browser animates it: nothing is rendered until it has landed. */
const PlinkoBall = memo(function PlinkoBall({ path }: { path: readonly PlinkoStep[] }) {
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

const PlinkoPegs = memo(function PlinkoPegs({ rows }: { rows: PlinkoRows }) {
  const { width, height } = boardSize(rows)
  const radius = PEG_RADIUS * PEG_DISTANCE
  const dots = plinkoPegs(rows).map(
    ({ x, y }) =>
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
  )
  return (
    <svg className={styles.pegs} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path d={dots.join('')} />
    </svg>
  )
})

function PlinkoFigure({ bet }: { bet: SettledBet<'plinko'> | undefined }) {
  const { pays } = useBucketText()
  if (!bet) return null
  return (
    <p
      className={`num ${styles.figure}`}
      data-won={bet.payout > bet.stake || undefined}
      data-testid="plinko-figure"
      translate="no"
    >
      <span key={bet.id} className={styles.figureText}>
        {`${pays(bet.multiplier)}×`}
      </span>
    </p>
  )
}
