import { Pond } from '#ui/pond/Pond.tsx'
import styles from './mines.module.css'

/** The bed of the pond, under water: the stones of the board lie on it. */
export function MinesScene() {
  return (
    <Pond className={styles.deep} hasPlants={false}>
      <i className={styles.sand} />
      <i className={styles.caustics} />
      <i className={styles.weed} data-far="" />
      <i className={styles.weed} />
      <i className={styles.weed} data-right="" />
      <i className={styles.pebbles} />
      <i className={styles.bubbles} />
      <i className={styles.rays} />
    </Pond>
  )
}
