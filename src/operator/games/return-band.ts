/** Standard errors to each side of the theory within which chance alone keeps 99.7% of all results. */
const SIGMAS = 3
/** The drawing shows this much to each side of the theory, in widths of the band. */
const ROOM = 1.6

interface Measured {
  readonly returnBps: number | null
  readonly expectedBps: number | null
  readonly standardErrorBps: number | null
}

export interface ReturnBand {
  /** Basis points to each side. */
  readonly widthBps: number
  readonly isOutside: boolean
  /** Places from 0 to 1, from the left of the drawing. */
  readonly from: number
  readonly to: number
  readonly measured: number
}

/** Null with too few bets. */
export function returnBand({ returnBps, expectedBps, standardErrorBps }: Measured): ReturnBand | null {
  if (returnBps === null || expectedBps === null || standardErrorBps === null || standardErrorBps === 0)
    return null
  const widthBps = SIGMAS * standardErrorBps
  const differenceBps = returnBps - expectedBps
  const place = (bps: number) => Math.min(1, Math.max(0, 0.5 + bps / (2 * ROOM * widthBps)))
  return {
    widthBps,
    isOutside: Math.abs(differenceBps) > widthBps,
    from: place(-widthBps),
    to: place(widthBps),
    measured: place(differenceBps),
  }
}
