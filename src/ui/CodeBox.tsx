import styles from './CodeBox.module.css'

/** Code of many lines; it can be focused, so that the keyboard can scroll it. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <pre className={styles.box} tabIndex={0} aria-label={label} role="region">
      {text}
    </pre>
  )
}
