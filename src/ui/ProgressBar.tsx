import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  value: number
  max?: number
  /** Screen readers announce this instead of a bare percentage. */
  valueText?: string
  tone?: 'brand' | 'jade' | 'gold'
}

export function ProgressBar({ label, value, max = 100, valueText, tone = 'brand' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={styles.bar}
    >
      <div className={styles.fill} data-tone={tone} style={{ translate: `${(share - 1) * 100}% 0` }} />
    </div>
  )
}
