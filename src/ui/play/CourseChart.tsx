import { useId } from 'react'
import styles from './CourseChart.module.css'

interface CourseChartProps {
  label: string
  /** Size of the drawing, which is stretched to its box. */
  width: number
  height: number
  /** SVG paths of the line, and of the area between it and zero. */
  line: string
  area: string
  zeroY: number
  className?: string | undefined
}

/** A sum over time: jade above zero, red below. */
export function CourseChart({ label, width, height, line, area, zeroY, className = '' }: CourseChartProps) {
  const id = useId()
  return (
    <svg
      role="img"
      aria-label={label}
      className={`${styles.chart} ${className}`}
      viewBox={`0 -3 ${width} ${height + 6}`}
      preserveAspectRatio="none"
    >
      <defs>
        <clipPath id={`${id}-above`}>
          <rect x="0" y="-3" width={width} height={zeroY + 3} />
        </clipPath>
        <clipPath id={`${id}-below`}>
          <rect x="0" y={zeroY} width={width} height={height - zeroY + 3} />
        </clipPath>
      </defs>
      <line className={styles.zero} x1="0" x2={width} y1={zeroY} y2={zeroY} />
      {(['above', 'below'] as const).map((side) => (
        <g key={side} clipPath={`url(#${id}-${side})`} className={styles.side} data-side={side}>
          <path className={styles.area} d={area} />
          <path className={styles.line} d={line} />
        </g>
      ))}
    </svg>
  )
}
