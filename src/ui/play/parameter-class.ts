import styles from './parameter.module.css'

/** Looks of a figure of the game: a card with a label and a value, or a field that is the whole card's. */
export const parameterClass = {
  card: `${styles.card}`,
  fieldCard: `${styles.card} ${styles.field}`,
  label: `${styles.label}`,
  value: `${styles.value}`,
  input: `num ${styles.input}`,
}
