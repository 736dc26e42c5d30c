import styles from './CodeBox.module.css'

/** Code or an answer of many lines; scrolls, with the keyboard too. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <pre className={styles.box} tabIndex={0} aria-label={label} role="region">
      {text}
    </pre>
  )
}
