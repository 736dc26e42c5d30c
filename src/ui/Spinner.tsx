import styles from './Spinner.module.css'

interface SpinnerProps {
  /** Diameter in pixels. */
  size?: number
  /** Says what is awaited; without it the spinner is decoration beside text that says so. */
  label?: string
}

export function Spinner({ size = 24, label }: SpinnerProps) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      className={`${styles.spinner} inline-block shrink-0`}
      style={{ width: size, height: size }}
    />
  )
}
