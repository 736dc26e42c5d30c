import styles from './stake.module.css'

/** Looks of the amount of a bet: its card (`data-invalid`), the entry with its line, and the buttons that change it. */
export const stakeClass = {
  card: `${styles.card}`,
  entry: `${styles.entry}`,
  line: `${styles.line}`,
  step: `press tap ${styles.step}`,
}
