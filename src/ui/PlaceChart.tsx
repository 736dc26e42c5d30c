import styles from './PlaceChart.module.css'

interface PlaceChartProps {
  /** Text in place of the picture. */
  label: string
  /** At equal distances from left to right, 0 to 1. */
  heights: readonly number[]
  /** Where the marked place stands, 0 to 1 from the left. */
  at: number
  /** Where the dashed line stands. */
  middle: number
}

const WIDTH = 320
const HEIGHT = 96

/** A curve of chances, filled up to a marked place. */
export function PlaceChart({ label, heights, at, middle }: PlaceChartProps) {
  const x = (index: number) => (index / (heights.length - 1)) * WIDTH
  const y = (height: number) => HEIGHT * (1 - height)
  const points = heights.map((height, index) => `${x(index).toFixed(1)} ${y(height).toFixed(1)}`)
  const place = at * (heights.length - 1)
  const before = heights.slice(0, Math.floor(place) + 1)
  const own = between(heights, place)
  const left = before.map((height, index) => `${x(index).toFixed(1)} ${y(height).toFixed(1)}`)
  const filled = [`0 ${HEIGHT}`, ...left, `${at * WIDTH} ${y(own)}`, `${at * WIDTH} ${HEIGHT}`]
  return (
    <div role="img" aria-label={label} className={styles.chart}>
      <svg aria-hidden viewBox={`0 -4 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none">
        <path className={styles.rest} d={`M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`} />
        <path className={styles.filled} d={`M${filled.join('L')}Z`} />
        <line className={styles.middle} x1={middle * WIDTH} x2={middle * WIDTH} y1="-4" y2={HEIGHT} />
        <path className={styles.line} d={`M${points.join('L')}`} />
        <line className={styles.own} x1={at * WIDTH} x2={at * WIDTH} y1={y(own)} y2={HEIGHT} />
      </svg>
      <span
        aria-hidden
        className={styles.dot}
        style={{ left: `${at * 100}%`, bottom: `${(own * HEIGHT * 100) / (HEIGHT + 4)}%` }}
      />
    </div>
  )
}

function between(heights: readonly number[], place: number): number {
  const first = heights[Math.floor(place)] ?? 0
  const next = heights[Math.ceil(place)] ?? first
  return first + (next - first) * (place - Math.floor(place))
}
