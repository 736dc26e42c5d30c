import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './chart.module.css'
import { drawPlot, type PlotColour } from './plot.ts'

interface ChartSeries {
  readonly name: string
  readonly colour: PlotColour
  readonly values: readonly number[]
  /** As the amounts themselves are written. */
  readonly texts: readonly string[]
  readonly isBars?: boolean
  readonly isDashed?: boolean
}

interface TimeChartProps {
  /** The text of the chart, for those who do not see it. */
  label: string
  /** Milliseconds since the epoch, oldest first. */
  times: readonly number[]
  series: readonly ChartSeries[]
  timeText: (ms: number) => string
  /** Short, for the axis. */
  valueText: (value: number) => string
  height?: number
  /** Name of the chart's table, which shows the same. */
  tableLabel: string
  timeHead: string
}

/** A chart with the figures of the moment under the pointer, else the last. Beside it is a table. */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, timeText, valueText, height = 190, tableLabel, timeHead } = props
  const ref = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState<number | null>(null)
  const theme = useThemeName()
  const latest = useRef({ timeText, valueText })
  useEffect(() => {
    latest.current = { timeText, valueText }
  })
  // The arrays are made anew with each render of the page.
  const drawn = JSON.stringify({ times, series, height })
  useEffect(() => {
    const host = ref.current
    if (!host) return
    return drawPlot(host, {
      ...(JSON.parse(drawn) as Pick<TimeChartProps, 'times' | 'series'> & { height: number }),
      timeText: (ms) => latest.current.timeText(ms),
      valueText: (value) => latest.current.valueText(value),
      onPoint: setPoint,
    })
  }, [drawn, theme])
  const shown = Math.min(point ?? times.length - 1, times.length - 1)
  const shownTime = times[shown]
  return (
    <div className={styles.chart}>
      <p className={styles.legend} aria-hidden>
        <span>{shownTime === undefined ? '' : timeText(shownTime)}</span>
        {series.map(({ name, colour, texts }) => (
          <span key={name} className={styles.key} data-colour={colour}>
            <span>{name}</span>
            <b>{texts[shown]}</b>
          </span>
        ))}
      </p>
      <div ref={ref} role="img" aria-label={label} className={styles.plot} style={{ height }} />
      <details className={styles.table}>
        <summary>{tableLabel}</summary>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{timeHead}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{times.map((time, index) => chartRow(timeText(time), series, index))}</tbody>
        </table>
      </details>
    </div>
  )
}

function chartRow(time: string, series: readonly ChartSeries[], index: number): ReactNode {
  return (
    <tr key={index}>
      <th scope="row">{time}</th>
      {series.map(({ name, texts }) => (
        <td key={name}>{texts[index]}</td>
      ))}
    </tr>
  )
}

/** Rerenders when the theme changes: the drawing has its colours. */
function useThemeName(): string {
  const [name, setName] = useState(() => document.documentElement.dataset['theme'] ?? '')
  useEffect(() => {
    const look = new MutationObserver(() => setName(document.documentElement.dataset['theme'] ?? ''))
    look.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => look.disconnect()
  }, [])
  return name
}
