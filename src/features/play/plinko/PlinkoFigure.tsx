import type { SettledBet } from '#features/play/play-engine.ts'
import styles from './plinko.module.css'
import { useBucketText } from './use-bucket-text.ts'

export function PlinkoFigure({ bet }: { bet: SettledBet<'plinko'> | undefined }) {
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
