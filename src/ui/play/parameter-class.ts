import styles from './parameter.module.css'

/** Looks of a game's parameter: a card with a label and a value; `fieldCard` where an input fills the card. */
export const parameterClass = {
  card: `${styles.card}`,
  fieldCard: `${styles.card} ${styles.field}`,
  label: `${styles.label}`,
  value: `${styles.value}`,
  input: `num ${styles.input}`,
}
