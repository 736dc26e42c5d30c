import { useLingui } from '@lingui/react/macro'
import type { Today } from '#contract/operator/today.ts'
import { PlayCharts } from '#operator/parts/PlayCharts.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'

export function Charts({ hours }: { hours: Today['hours'] }) {
  const { t } = useLingui()
  const { hour } = useConsoleFormat()
  return (
    <PlayCharts
      sums={hours}
      timeOf={({ from }) => Date.parse(from)}
      timeText={(ms) => hour(new Date(ms))}
      titles={{ stakes: t`Stakes by hour`, result: t`Edge and result by hour` }}
      labels={{
        stakes: t`Stakes of each of the last 24 hours in US dollars`,
        result: t`Expected edge and real result of each of the last 24 hours in US dollars`,
      }}
    />
  )
}
