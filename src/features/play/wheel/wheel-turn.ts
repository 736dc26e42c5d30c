import type { WheelSegments } from '#rules/wheel/wheel.ts'
import type { TimedTone } from '#features/play/session/play-moments.ts'

/** The same for all wheels: no result may take longer than 600 ms. */
export const WHEEL_TURN_MS = 580
/** Ease-out: the share of the turn is exactly 1 − (1 − t)³, where t is the share of the time. */
export const WHEEL_EASING = 'cubic-bezier(0.333333, 1, 0.666667, 1)'

const CIRCLE = 360
/** More clicks per second would be a hum. */
const MOST_CLICKS = 14
const CLICK_HERTZ = 880
/** The clicks need no exact angle. */
export const ONE_AND_A_HALF_TURNS = 540
/** Share of the turn in which the pointer falls back. */
const POINTER_FALL = 0.04

/** Clockwise angle from 0 to 360 degrees at which the middle of this segment is under the pointer. */
export function wheelAngle(segment: number, segments: WheelSegments): number {
  return CIRCLE - ((segment + 0.5) * CIRCLE) / segments
}

/** Degrees from one angle to another: clockwise, and more than one whole turn. */
export function wheelWay(from: number, to: number): number {
  return CIRCLE + ((((to - from) % CIRCLE) + CIRCLE) % CIRCLE)
}

/** A click for each segment that passes the pointer, or for every few of them. */
export function wheelClicks(way: number, segments: WheelSegments): readonly TimedTone[] {
  const passed = Math.floor((way * segments) / CIRCLE)
  const every = Math.ceil(passed / MOST_CLICKS)
  return Array.from({ length: Math.floor(passed / every) }, (_, click) => {
    const share = ((click + 1) * every - 0.5) / ((way * segments) / CIRCLE)
    return { atMs: (1 - Math.cbrt(1 - share)) * WHEEL_TURN_MS, hertz: CLICK_HERTZ }
  })
}

/** The pointer's tip is pushed aside by each pin that clicks, and falls back before the next one. */
export function pointerTicks(segments: WheelSegments): { offset: number; rotate: string }[] {
  const clicks = wheelClicks(ONE_AND_A_HALF_TURNS, segments).map(({ atMs }) => atMs / WHEEL_TURN_MS)
  const ticks = clicks.flatMap((at, click) => {
    const next = clicks[click + 1] ?? 1
    return [
      { offset: at, rotate: '17deg' },
      { offset: Math.min(at + POINTER_FALL, (at + next) / 2), rotate: '2deg' },
    ]
  })
  return [{ offset: 0, rotate: '0deg' }, ...ticks, { offset: 1, rotate: '0deg' }]
}
