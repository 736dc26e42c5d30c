import { useLingui } from '@lingui/react/macro'
import { Chart } from './Chart.tsx'
import { Panel } from './Panel.tsx'
import { useConsoleFormat } from './use-console-format.ts'

interface PlaySums {
  readonly stakedUsd: string
  readonly edgeUsd: string
  readonly resultUsd: string
}

interface PlayChartsProps<T> {
  sums: readonly T[]
  /** Milliseconds since the epoch. */
  timeOf: (sum: T) => number
  timeText: (ms: number) => string
  titles: { readonly stakes: string; readonly result: string }
  /** For those who do not see the charts. */
  labels: { readonly stakes: string; readonly result: string }
}

/** Stakes, and the part of them that stayed, over time. */
export function PlayCharts<T extends PlaySums>({
  sums,
  timeOf,
  timeText,
  titles,
  labels,
}: PlayChartsProps<T>) {
  const { t } = useLingui()
  const { usd } = useConsoleFormat()
  const times = sums.map(timeOf)
  const series = (key: keyof PlaySums) => ({
    // A picture needs no cents.
    values: sums.map((each) => Number(each[key])),
    texts: sums.map((each) => usd(each[key])),
  })
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-4.5">
      <Panel title={titles.stakes}>
        <Chart
          label={labels.stakes}
          times={times}
          timeText={timeText}
          series={[{ name: t`Staked`, colour: 'info', isBars: true, ...series('stakedUsd') }]}
        />
      </Panel>
      <Panel title={titles.result}>
        <Chart
          label={labels.result}
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
