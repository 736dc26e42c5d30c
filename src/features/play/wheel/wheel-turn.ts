import type { WheelSegments } from '#rules/wheel/wheel.ts'
import type { TimedTone } from '#features/play/session/play-sound.ts'

/** How long a wheel turns, whatever its segments: results never wait longer than 600 ms. */
export const WHEEL_TURN_MS = 580
/** Fast at first, then ever slower: the share turned is 1 − (1 − t)³ of the share of time, exactly. */
export const WHEEL_EASING = 'cubic-bezier(0.333333, 1, 0.666667, 1)'

const CIRCLE = 360
/** More would be a hum. */
const MOST_CLICKS = 14
const CLICK_HERTZ = 880

/** How far a wheel is turned, in degrees clockwise from 0 to 360, when the middle of this segment is under the pointer. */
export function wheelAngle(segment: number, segments: WheelSegments): number {
  return CIRCLE - ((segment + 0.5) * CIRCLE) / segments
}

/** The degrees that a wheel turns from one angle to another: always clockwise, and more than a whole turn. */
export function wheelWay(from: number, to: number): number {
  return CIRCLE + ((((to - from) % CIRCLE) + CIRCLE) % CIRCLE)
}

/** A click for each segment that passes the pointer on its way, or for every so many of them. */
export function wheelClicks(way: number, segments: WheelSegments): readonly TimedTone[] {
  const passed = Math.floor((way * segments) / CIRCLE)
  const every = Math.ceil(passed / MOST_CLICKS)
  return Array.from({ length: Math.floor(passed / every) }, (_, click) => {
    const share = ((click + 1) * every - 0.5) / ((way * segments) / CIRCLE)
    return { atMs: (1 - Math.cbrt(1 - share)) * WHEEL_TURN_MS, hertz: CLICK_HERTZ }
  })
}
