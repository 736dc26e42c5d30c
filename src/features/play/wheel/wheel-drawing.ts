/** Distance from the middle of the drawing to its edge. */
export const WHEEL_RADIUS = 100
/** The segments lie between these radii. */
export const RIM = 95
export const HUB = 60

const point = (radius: number, turn: number) => {
  const angle = turn * 2 * Math.PI
  return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`
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
