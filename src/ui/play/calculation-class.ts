import styles from './calculation.module.css'

/**
 * Looks of a calculation: a list of numbered steps with words, result and the numbers in full, the line that unfolds
 * more of it, and a table of draws.
 */
export const calculationClass = styles as Record<
  'steps' | 'step' | 'words' | 'result' | 'detail' | 'digest' | 'summary' | 'draws' | 'bytes',
  string
>
