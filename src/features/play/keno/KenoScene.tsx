import styles from './keno.module.css'

/** The pond from above: its pads are the numbers of the board. */
export function KenoScene() {
  return (
    <div className={styles.above} aria-hidden>
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
