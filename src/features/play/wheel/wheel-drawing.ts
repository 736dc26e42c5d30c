/** Distance from the middle of the drawing to its edge. */
export const WHEEL_RADIUS = 100
/** The segments lie between these radii. */
export const RIM = 86
export const HUB = 55

const point = (radius: number, turn: number) => {
  const angle = turn * 2 * Math.PI
  return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`
}

/** The pins on the rim between the segments, as one path of round ends. */
export function rimPins(segments: number): string {
  return Array.from({ length: segments }, (_, pin) => `M${point(RIM - 1.4, pin / segments)}h0`).join('')
}

/**
 * SVG path of a part of the ring, between two shares of a turn, clockwise from the top. Must be below half a
 * turn.
 */
export function ringPart(from: number, to: number): string {
  return [
    `M${point(RIM, from)}`,
    `A${RIM} ${RIM} 0 0 1 ${point(RIM, to)}`,
    `L${point(HUB, to)}`,
    `A${HUB} ${HUB} 0 0 0 ${point(HUB, from)}`,
    'Z',
  ].join('')
}
