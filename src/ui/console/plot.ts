import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface PlotSeries {
  readonly values: readonly number[]
  readonly colour: PlotColour
  readonly isBars?: boolean
  readonly isDashed?: boolean
}
export type PlotColour = 'info' | 'brand'

interface PlotOptions {
  /** Milliseconds since the epoch. */
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly height: number
  readonly timeText: (ms: number) => string
  readonly valueText: (value: number) => string
  /** Index of the moment under the pointer; null when it has left. */
  readonly onPoint: (index: number | null) => void
}

const AXIS_WIDTH = 62
const AXIS_HEIGHT = 26

/** Draws into `host`, in the colours that its theme has now. Returns what removes it. */
export function drawPlot(host: HTMLElement, options: PlotOptions): () => void {
  const { times, series, height, timeText, valueText, onPoint } = options
  const style = getComputedStyle(host)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const font = `${style.fontSize} ${style.fontFamily}`
  const axis = {
    stroke: token('text-3'),
    font,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  }
  const size = Number.parseFloat(style.fontSize) / 12
  const plot = new uPlot(
    {
      width: Math.max(host.clientWidth, 100),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { time: false, range: (_, from, to) => withMargins(from, to, times.length) },
        y: { range: rangeWithZero },
      },
      axes: [
        {
          ...axis,
          size: AXIS_HEIGHT * size,
          space: 60 * size,
          grid: { show: false },
          values: (_, marks) => marks.map(timeText),
          splits: (_, __, from, to) => marksBetween(times, from, to, host.clientWidth / (70 * size)),
        },
        {
          ...axis,
          size: AXIS_WIDTH * size,
          space: 34 * size,
          values: (_, marks) => marks.map(valueText),
        },
      ],
      series: [
        {},
        ...series.map(({ colour, isBars = false, isDashed = false }) => ({
          stroke: token(colour),
          width: isBars ? 0 : 2,
          points: { show: false },
          ...(isDashed && { dash: [6, 4] }),
          ...(isBars && {
            fill: token(colour),
            ...barPaths(),
          }),
        })),
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
    },
    [[...times], ...series.map(({ values }) => [...values])],
    host,
  )
  const fit = new ResizeObserver(() => plot.setSize({ width: Math.max(host.clientWidth, 100), height }))
  fit.observe(host)
  return () => {
    fit.disconnect()
    plot.destroy()
  }
}

function barPaths(): Pick<uPlot.Series, 'paths'> {
  const paths = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.2 })
  return paths ? { paths } : {}
}

/** Half a step to each side, so that the first and the last bar are whole. */
function withMargins(from: number, to: number, count: number): [number, number] {
  const margin = count > 1 ? (to - from) / (count - 1) / 2 : 1
  return [from - margin, to + margin]
}

function rangeWithZero(_: uPlot, least: number | null, most: number | null): [number, number] {
  const low = Math.min(least ?? 0, 0)
  const high = Math.max(most ?? 0, 0)
  const room = (high - low) * 0.08 || 1
  return [low < 0 ? low - room : 0, high + room]
}

/** At the moments themselves, as many as there is room for. */
function marksBetween(times: readonly number[], from: number, to: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(times.length / Math.max(room, 1)))
  return times.filter((time, index) => index % step === 0 && time >= from && time <= to)
}
