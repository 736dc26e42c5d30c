import styles from './calculation.module.css'

/**
 * Classes of a calculation: numbered steps with words, result and full numbers, a line that unfolds more, and a table
 * of draws.
 */
export const calculationClass = styles as Record<
  'steps' | 'step' | 'words' | 'result' | 'detail' | 'digest' | 'summary' | 'draws' | 'bytes',
  string
>
