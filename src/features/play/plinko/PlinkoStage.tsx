import type { CSSProperties } from 'react'
import { plinkoBucket } from '#rules/plinko/plinko.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import { PlinkoBall } from './PlinkoBall.tsx'
import { PlinkoBuckets } from './PlinkoBuckets.tsx'
import { PlinkoFigure } from './PlinkoFigure.tsx'
import { PlinkoPegs } from './PlinkoPegs.tsx'
import { BALL_RADIUS, restingPlace, ROW_HEIGHT } from './plinko-flight.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'

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
