import styles from './parameter.module.css'

/**
 * Looks of a game's parameter: a card with a label and a value; `fieldCard` where an input fills the card,
 * `choiceCard` where its values (`choices`, or `manyChoices` that are short) stand beside the label.
 */
export const parameterClass = {
  card: `${styles.card}`,
  fieldCard: `${styles.card} ${styles.field}`,
  choiceCard: `${styles.choice}`,
  choices: `${styles.choices}`,
  manyChoices: `${styles.choices} ${styles.manyChoices}`,
  label: `${styles.label}`,
  /** In the label's place: what is wrong with what was typed. */
  problem: `${styles.label} text-danger`,
  value: `${styles.value}`,
  input: `num ${styles.input}`,
}
