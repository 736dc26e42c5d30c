import styles from './result.module.css'

/**
 * Classes of a bet's result, with `data-won` for a win: a chip in a row of results, a line with the sum in `b`, and a
 * stage that is lit from behind in the colour `--lit`, as far as `--lit-inset`.
 */
export const resultClass = { chip: `tap num ${styles.chip}`, line: `num ${styles.line}`, lit: styles.lit }
