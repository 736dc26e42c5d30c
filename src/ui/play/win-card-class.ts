import styles from './win-card.module.css'

/** The card of a big win over the stage: `veil` takes the taps beside it, `amount` gets `--letters`. */
export const winCardClass = {
  veil: styles.veil,
  card: styles.card,
  rays: styles.rays,
  koi: styles.koi,
  title: styles.title,
  amount: `num ${styles.amount}`,
  facts: `num ${styles.facts}`,
  multiple: styles.multiple,
  proof: `tap num ${styles.proof}`,
  best: styles.best,
  close: styles.close,
}
