import { crashCurveAt } from '#rules/crash/crash-curve.ts'

/** The axes span at least this, so that a new curve has room to grow. */
const LEAST_MS = 8_000
const LEAST_TOP = 2
/** Room before the tip of the curve, as a share of the axis. */
const ROOM_RIGHT = 1.12
const ROOM_ABOVE = 1.22
/** With reduced motion the axes do not creep: they are enlarged by this factor once the curve fills them. */
const STEP = 1.6
const MOST_TICKS = 5

export interface CrashAxis {
  /** From the start of the curve, in milliseconds. */
  readonly spanMs: number
  /** The multiplier at the upper edge; the lower edge is 1. */
  readonly top: number
}

export function crashAxis(ranMs: number, isStepped = false): CrashAxis {
  const spanMs = Math.max(LEAST_MS, ranMs * ROOM_RIGHT)
  const top = Math.max(LEAST_TOP, 1 + (crashCurveAt(ranMs) - 1) * ROOM_ABOVE)
  if (!isStepped) return { spanMs, top }
  return { spanMs: stepped(spanMs, LEAST_MS), top: 1 + stepped(top - 1, LEAST_TOP - 1) }
}

function stepped(value: number, least: number): number {
  const steps = Math.max(0, Math.ceil(Math.log(value / least) / Math.log(STEP) - 1e-9))
  return least * STEP ** steps
}

/** Round values of one scale above `from`, up to `to`: 1, 2 or 5 times a power of ten apart, five at most. */
export function crashTicks(from: number, to: number): readonly number[] {
  const rough = (to - from) / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const apart = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.floor(from / apart + 1e-9) + 1
  const count = Math.floor((to - first * apart) / apart + 1e-9) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * apart)
}
