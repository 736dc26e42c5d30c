import { Pond } from '#ui/pond/Pond.tsx'
import styles from './pond-reels.module.css'

/** The pond behind the frame of the reels, with the light of two lanterns on the water. */
export function PondReelsScene() {
  return (
    <Pond className={styles.world} sky={<i className={styles.moon} />}>
      <i className={styles.gleam} />
      <i className={styles.lantern} />
      <i className={styles.lantern} data-right="" />
    </Pond>
  )
}
