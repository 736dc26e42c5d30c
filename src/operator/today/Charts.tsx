import { useLingui } from '@lingui/react/macro'
import type { Today } from '#contract/operator/today.ts'
import { Chart } from '#operator/parts/Chart.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'

/** The last 24 hours: what was staked, and what of it stayed. */
export function Charts({ hours }: { hours: Today['hours'] }) {
  const { t } = useLingui()
  const { usd, hour } = useConsoleFormat()
  const times = hours.map(({ from }) => Date.parse(from))
  const series = (key: 'stakedUsd' | 'edgeUsd' | 'resultUsd') => ({
    // A picture needs no cents.
    values: hours.map((each) => Number(each[key])),
    texts: hours.map((each) => usd(each[key])),
  })
  const timeText = (ms: number) => hour(new Date(ms))
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-4.5">
      <Panel title={t`Stakes by hour`}>
        <Chart
          label={t`Stakes of each of the last 24 hours in US dollars`}
          times={times}
          timeText={timeText}
          series={[{ name: t`Staked`, colour: 'info', isBars: true, ...series('stakedUsd') }]}
        />
      </Panel>
      <Panel title={t`Edge and result by hour`}>
        <Chart
          label={t`Expected edge and real result of each of the last 24 hours in US dollars`}
          times={times}
          timeText={timeText}
          series={[
            { name: t`Edge`, colour: 'info', isDashed: true, ...series('edgeUsd') },
            { name: t`Result`, colour: 'brand', ...series('resultUsd') },
          ]}
        />
      </Panel>
    </div>
  )
}
