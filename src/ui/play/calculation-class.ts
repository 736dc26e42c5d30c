import styles from './Calculation.module.css'

/**
 * Looks of a calculation: a list of numbered steps with words, result and the numbers in full, the line that unfolds
 * more of it, and a table of draws.
 */
export const calculationClass = {
  steps: `${styles.steps}`,
  step: `${styles.step}`,
  words: `${styles.words}`,
  result: `${styles.result}`,
  detail: `${styles.detail}`,
  digest: `${styles.digest}`,
  summary: `${styles.summary}`,
  draws: `${styles.draws}`,
  bytes: `${styles.bytes}`,
}
