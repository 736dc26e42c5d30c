import { Plural, useLingui } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { StatsChart } from './StatsChart.tsx'
import type { SessionStats } from './session-stats.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface SessionCourseProps {
  stats: SessionStats
  coin: Coin
  /** Of the net result. */
  size?: 6 | 8
  /** Whether it is all there ever was, which the chart then says. */
  isAllTime?: boolean
}

/** What bets came to, those of a session in one game for example, and how they came to it. */
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
