import type { RandomStream } from '#fair/stream.ts'

/** A float scaled to `size` equal steps: `product` = float × size, `index` = its floor. */
export interface Scaling {
  float: number
  size: number
  product: number
  index: number
}

/** A number drawn from those still left; `index` is its place among them. */
export interface Removal extends Scaling {
  taken: number
}

export function floatOf(stream: RandomStream, place: number): number {
  const draw = stream.draws[place]
  if (draw === undefined) throw new RangeError(`The bet drew no float number ${place}`)
  return draw.float
}

export function scaling(stream: RandomStream, place: number, size: number): Scaling {
  const float = floatOf(stream, place)
  return { float, size, product: float * size, index: Math.floor(float * size) }
}

export function removals(outcome: readonly number[], size: number, stream: RandomStream): Removal[] {
  return outcome.map((taken, place) => ({ ...scaling(stream, place, size - place), taken }))
}
