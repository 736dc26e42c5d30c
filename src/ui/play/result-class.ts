import styles from './result.module.css'

/** Looks of what a bet brought, `data-won` where it won: a chip in a row of results, and a line with the sum in `b`. */
export const resultClass = { chip: `tap num ${styles.chip}`, line: `num ${styles.line}` }
