import { crashCurveAt } from '#rules/crash/crash-curve.ts'

/** The axes span at least this, so that a new curve has room to grow. */
const LEAST_MS = 8_000
const LEAST_TOP = 2
/** Room before the tip of the curve, as a share of the axis. */
const ROOM_RIGHT = 1.12
const ROOM_ABOVE = 1.22
/** The larger, the more suddenly the axes begin to grow. */
const BEND = 4

export interface CrashAxis {
  /** From the start of the curve, in milliseconds. */
  readonly spanMs: number
  /** The multiplier at the upper edge; the lower edge is 1. */
  readonly top: number
}

export function crashAxis(ranMs: number): CrashAxis {
  return {
    spanMs: atLeast(LEAST_MS, ranMs * ROOM_RIGHT),
    top: 1 + atLeast(LEAST_TOP - 1, (crashCurveAt(ranMs) - 1) * ROOM_ABOVE),
  }
}

/** The larger of both, without the corner where one overtakes the other. */
function atLeast(least: number, value: number): number {
  return (least ** BEND + value ** BEND) ** (1 / BEND)
}
