export interface ChartShape {
  readonly line: string
  /** `line`, closed along the zero line. */
  readonly area: string
  /** Height of the zero line from the top. */
  readonly zeroY: number
}

/** @param series begins with zero */
export function drawSeries(series: readonly bigint[], width: number, height: number): ChartShape {
  let low = 0n
  let high = 0n
  for (const value of series) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const span = high - low
  const yOf = (value: bigint) =>
    span === 0n ? height / 2 : round((Number(high - value) / Number(span)) * height)
  const stepX = width / Math.max(1, series.length - 1)
  const points = series.map((value, index) => `${round(index * stepX)} ${yOf(value)}`)
  const zeroY = yOf(0n)
  const line = `M${points.join('L')}`
  const right = round((series.length - 1) * stepX)
  return { line, area: `${line}L${right} ${zeroY}L0 ${zeroY}Z`, zeroY }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
