import { Pond } from '#ui/pond/Pond.tsx'
import styles from './plinko.module.css'

/** Dusk over the pond: the board stands in front of the moon, and its bowls float on the water. */
export function PlinkoScene() {
  return (
    <Pond className={styles.pond} sky={<i className={styles.moon} />}>
      <i className={styles.moonlight} />
      <i className={styles.willow} />
      <i className={styles.willow} data-right="" />
    </Pond>
  )
}
