import { useStore } from '#lib/use-store.ts'
import { Pond } from '#ui/pond/Pond.tsx'
import { useMinesPlay } from './mines-controller.ts'
import styles from './mines.module.css'

// Elements that stay the same are skipped with each step.
const BED = (
  <>
    <i className={styles.sand} />
    <i className={styles.caustics} />
    <i className={styles.weed} data-far="" />
    <i className={styles.weed} />
    <i className={styles.weed} data-right="" />
    <i className={styles.pebbles} />
    <i className={styles.bubbles} />
    <i className={styles.rays} />
  </>
)

/** The bed of the pond, under water: the stones of the board lie on it. */
export function MinesScene() {
  const play = useMinesPlay()
  const isOpen = useStore(play.round) !== undefined
  const { shown } = useStore(play.stage)
  const ended = isOpen ? undefined : shown
  return (
    <Pond className={styles.deep} hasPlants={false}>
      {BED}
      <i className={styles.rays} data-win={(ended && ended.payout > ended.stake) ?? false} />
      <i className={styles.murk} data-burst={ended?.payout === 0n} />
    </Pond>
  )
}
