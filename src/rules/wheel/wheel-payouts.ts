import { type Multiplier, multipliersFrom } from '#fair/multiplier.ts'

/** Every segment of the wheel but the last is empty. */
const onlyLast = (segments: number, published: number): readonly Multiplier[] =>
  multipliersFrom([...Array.from({ length: segments - 1 }, () => 0), published])

/** The pattern of ten segments that every low-risk wheel repeats. */
const TEN = [1.5, 1.2, 1.2, 1.2, 0, 1.2, 1.2, 1.2, 1.2, 0]
const tens = (times: number): readonly Multiplier[] =>
  multipliersFrom(Array.from({ length: times }, () => TEN).flat())

/** Published multipliers of each segment, by segments and risk. Every wheel returns exactly 99%. */
export const WHEEL_PAYOUTS = {
  10: {
    low: tens(1),
    medium: multipliersFrom([0, 1.9, 0, 1.5, 0, 2, 0, 1.5, 0, 3]),
    high: onlyLast(10, 9.9),
  },
  20: {
    low: tens(2),
    medium: multipliersFrom([1.5, 0, 2, 0, 2, 0, 2, 0, 1.5, 0, 3, 0, 1.8, 0, 2, 0, 2, 0, 2, 0]),
    high: onlyLast(20, 19.8),
  },
  30: {
    low: tens(3),
    medium: multipliersFrom([
      1.5, 0, 1.5, 0, 2, 0, 1.5, 0, 2, 0, 2, 0, 1.5, 0, 3, 0, 1.5, 0, 2, 0, 2, 0, 1.7, 0, 4, 0, 1.5, 0, 2, 0,
    ]),
    high: onlyLast(30, 29.7),
  },
  40: {
    low: tens(4),
    medium: multipliersFrom([
      2, 0, 3, 0, 2, 0, 1.5, 0, 3, 0, 1.5, 0, 1.5, 0, 2, 0, 1.5, 0, 3, 0, 1.5, 0, 2, 0, 2, 0, 1.6, 0, 2, 0,
      1.5, 0, 3, 0, 1.5, 0, 2, 0, 1.5, 0,
    ]),
    high: onlyLast(40, 39.6),
  },
  50: {
    low: tens(5),
    medium: multipliersFrom([
      2, 0, 1.5, 0, 2, 0, 1.5, 0, 3, 0, 1.5, 0, 1.5, 0, 2, 0, 1.5, 0, 3, 0, 1.5, 0, 2, 0, 1.5, 0, 2, 0, 2, 0,
      1.5, 0, 3, 0, 1.5, 0, 2, 0, 1.5, 0, 1.5, 0, 5, 0, 1.5, 0, 2, 0, 1.5, 0,
    ]),
    high: onlyLast(50, 49.5),
  },
} as const
