import { Plural, useLingui } from '@lingui/react/macro'
import { CourseChart } from '#ui/play/CourseChart.tsx'
import { Text } from '#ui/Text.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { drawSeries } from './stats-chart.ts'
import type { SessionStats } from './session-stats.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from '#features/play/play.module.css'

interface SessionCourseProps {
  stats: SessionStats
  coin: Coin
  /** Text size of the net result. */
  size?: 6 | 8
  /** The chart says that these are the bets of all time. */
  isAllTime?: boolean
}

export function SessionCourse({ stats, coin, size = 8, isAllTime = false }: SessionCourseProps) {
  const { t } = useLingui()
  const { signedCoins } = usePlayFormat()
  const net = signedCoins(stats.net, coin)
  const { bets } = stats
  return (
    <div className="grid gap-4">
      <div className="grid gap-0.5">
        <Text
          size={size}
          weight={850}
          num
          translate="no"
          tone={stats.net > 0n ? 'jade' : stats.net < 0n ? 'danger' : 'default'}
        >
          {net}
        </Text>
        <Text size={3} tone="muted">
          <Plural value={bets} one="over # bet" other="over # bets" />
        </Text>
      </div>
      <StatsChart
        series={stats.series}
        label={
          isAllTime
            ? t`All time: profit and loss over ${bets} bets, now ${net}`
            : t`Profit and loss over ${bets} bets, now ${net}`
        }
      />
    </div>
  )
}

const WIDTH = 320
const HEIGHT = 120

function StatsChart({ series, label }: { series: readonly bigint[]; label: string }) {
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
