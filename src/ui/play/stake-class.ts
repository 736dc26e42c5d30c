import styles from './stake.module.css'

/** Classes of the stake: its card (`data-invalid`), the input with its line, and the buttons that change it. */
export const stakeClass = {
  card: `${styles.card}`,
  entry: `${styles.entry}`,
  line: `${styles.line}`,
  step: `press tap ${styles.step}`,
}
