import { useId } from 'react'
import { drawSeries } from './stats-chart.ts'
import styles from '#features/play/play.module.css'

const WIDTH = 320
const HEIGHT = 120

/** Profit and loss along the session: jade above zero, red below. */
export function StatsChart({ series, label }: { series: readonly bigint[]; label: string }) {
  const id = useId()
  const { line, area, zeroY } = drawSeries(series, WIDTH, HEIGHT)
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.chart}
      viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
      preserveAspectRatio="none"
    >
      <defs>
        <clipPath id={`${id}-above`}>
          <rect x="0" y="-3" width={WIDTH} height={zeroY + 3} />
        </clipPath>
        <clipPath id={`${id}-below`}>
          <rect x="0" y={zeroY} width={WIDTH} height={HEIGHT - zeroY + 3} />
        </clipPath>
      </defs>
      <line className={styles.chartZero} x1="0" x2={WIDTH} y1={zeroY} y2={zeroY} />
      {(['above', 'below'] as const).map((side) => (
        <g key={side} clipPath={`url(#${id}-${side})`} className={styles.chartSide} data-side={side}>
          <path className={styles.chartArea} d={area} />
          <path className={styles.chartLine} d={line} />
        </g>
      ))}
    </svg>
  )
}
