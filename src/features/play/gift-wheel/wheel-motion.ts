/** Long enough to enjoy, and skipped by a tap. */
export const WHEEL_TURN_MS = 3_600
/** Quick at first, and then slower and slower. */
export const WHEEL_EASING = 'cubic-bezier(0.12, 0.62, 0.14, 1)'

const CIRCLE = 360
const WHOLE_TURNS = 5

/**
 * Clockwise angle at which this part stands under the pointer. It is always its middle: where the wheel stops within a
 * part would tell nothing, and a stop near a prize would only tease.
 */
export const standingAngle = (part: number, parts: number): number => CIRCLE - ((part + 0.5) * CIRCLE) / parts

/** Degrees from one angle to another, clockwise, with some whole turns. */
export const turningWay = (from: number, to: number): number =>
  WHOLE_TURNS * CIRCLE + ((((to - from) % CIRCLE) + CIRCLE) % CIRCLE)
