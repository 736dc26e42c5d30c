import { CourseChart } from '#ui/play/CourseChart.tsx'
import { drawSeries } from './stats-chart.ts'
import styles from '#features/play/play.module.css'

const WIDTH = 320
const HEIGHT = 120

/** Profit and loss along the session. */
export function StatsChart({ series, label }: { series: readonly bigint[]; label: string }) {
  return (
    <CourseChart
      label={label}
      width={WIDTH}
      height={HEIGHT}
      className={styles.chart}
      {...drawSeries(series, WIDTH, HEIGHT)}
    />
  )
}
