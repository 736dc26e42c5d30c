import styles from './parameter.module.css'

/**
 * Classes of a game's parameter: a card with label and value. In a `fieldCard` an input fills the card; in a
 * `choiceCard` the values (`choices`, or `manyChoices` if they are short) stand beside the label.
 */
export const parameterClass = {
  card: `${styles.card}`,
  fieldCard: `${styles.card} ${styles.field}`,
  choiceCard: `${styles.choice}`,
  choices: `${styles.choices}`,
  manyChoices: `${styles.choices} ${styles.manyChoices}`,
  label: `${styles.label}`,
  /** Error message in place of the label. */
  problem: `${styles.label} text-danger`,
  value: `${styles.value}`,
  input: `num ${styles.input}`,
}
