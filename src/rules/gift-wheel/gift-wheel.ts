import type { Multiplier } from '#fair/multiplier.ts'
import { parseFields, parseInteger } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'
import { GIFT_WHEEL_PARTS, PART_COUNT } from './gift-wheel-parts.ts'

/** The part under the pointer, from 0. */
export const giftWheelOutcome = (stream: RandomStream): number => Math.floor(stream.next() * PART_COUNT)

export function giftWheelMultiplier(part: number): Multiplier {
  const multiplier = GIFT_WHEEL_PARTS[part]
  if (multiplier === undefined) throw new RangeError(`The wheel has no part ${part}`)
  return multiplier
}

const parsePart = (value: unknown): number => parseInteger(value, 'the part', 0, PART_COUNT - 1)

/** A turn has nothing to choose. */
type NoParams = Readonly<Record<never, never>>

/** The daily wheel: the house pays its stake, and nobody can bet on it. */
export const GIFT_WHEEL: InstantRules<'gift-wheel', NoParams, number> = {
  slug: 'gift-wheel',
  kind: 'instant',
  parseParams(value) {
    parseFields(value, 'params')
    return {}
  },
  parseOutcome: parsePart,
  draw: giftWheelOutcome,
  multiplier: (_, part) => giftWheelMultiplier(part),
  topMultiplier: () => Math.max(...GIFT_WHEEL_PARTS),
  edge: () => 0,
  wireOutcome: (part) => part,
  fromWire: parsePart,
  wireParams: (params) => params,
}
