import { Pond } from '#ui/pond/Pond.tsx'
import styles from './wheel.module.css'

/** A lantern night at the pond. The wheel itself is in front of it, where its words are. */
export function WheelScene() {
  return (
    <Pond className={styles.pond}>
      <i className={styles.lantern} />
      <i className={styles.lantern} data-right="" />
    </Pond>
  )
}
