import type { CSSProperties } from 'react'
import { plinkoBucket } from '#rules/plinko/plinko.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PlinkoBuckets } from './PlinkoBuckets.tsx'
import { BALL_RADIUS, restingPlace, ROW_HEIGHT } from './plinko-flight.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'
import { PlinkoBall } from './PlinkoBall.tsx'
import { PlinkoPegs } from './PlinkoPegs.tsx'
import { useBucketText } from './use-bucket-text.ts'

export function PlinkoStage() {
  const play = usePlinkoPlay()
  const { moving, shown } = useStore(play.stage)
  const params = useStore(play.params)
  const { rows, risk } = params
  // A ball of another board would lie beside the buckets of this one.
  const resting = shown && shown.params.rows === rows && shown.params.risk === risk ? shown : undefined
  const bucket = resting && plinkoBucket(resting.outcome)
  const place = bucket === undefined ? undefined : restingPlace(rows, bucket)
  const isWon = resting !== undefined && resting.payout > resting.stake
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
        {isWon ? (
          <i className={styles.light} style={{ '--bucket': bucket } as CSSProperties} data-win-place="" />
        ) : null}
      </div>
      <ResultLine bet={resting} hasPlate />
    </div>
  )
}

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
