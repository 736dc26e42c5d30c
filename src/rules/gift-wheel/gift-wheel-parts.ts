import { multipliersFrom, type Multiplier } from '#fair/multiplier.ts'

/** Multipliers of the twenty equal parts, from part 0. Their mean is exactly 1: a turn is worth its stake. */
export const GIFT_WHEEL_PARTS: readonly Multiplier[] = multipliersFrom([
  6, 0.25, 1, 0.25, 0.5, 2, 0.5, 0.25, 1, 0.25, 2, 0.25, 1, 0.25, 0.5, 2, 0.5, 0.25, 1, 0.25,
])

export const PART_COUNT = GIFT_WHEEL_PARTS.length
