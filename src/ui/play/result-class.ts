import styles from './result.module.css'

/** Classes of a bet's result, with `data-won` for a win: a chip in a row of results, and a line with the sum in `b`. */
export const resultClass = { chip: `tap num ${styles.chip}`, line: `num ${styles.line}` }
