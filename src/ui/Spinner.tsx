import styles from './Spinner.module.css'

interface SpinnerProps {
  /** Diameter in pixels. */
  size?: number
  /** For assistive technology; leave it out if text beside the spinner says the same. */
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
