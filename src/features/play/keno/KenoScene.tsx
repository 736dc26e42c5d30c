import { useStore } from '#lib/use-store.ts'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'

/** The pond from above: its pads are the numbers of the board. */
export function KenoScene() {
  const { moving, shown } = useStore(useKenoPlay().stage)
  const draw = moving.at(-1) ?? shown
  // Two names of one animation, as on the board.
  const turn = draw && (draw.seeds.nonce % 2 === 0 ? 'even' : 'odd')
  return (
    <div className={styles.above} data-draw={turn} aria-hidden>
      <i className={styles.caustics} />
      <i className={styles.koi} />
      <i className={styles.koi} data-right="" />
      <i className={styles.leaves} />
      <i className={styles.leaves} data-right="" />
      <i className={styles.lantern} />
      <i className={styles.lantern} data-right="" />
    </div>
  )
}
