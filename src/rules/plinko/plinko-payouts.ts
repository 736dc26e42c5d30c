import { multipliersFrom } from '#fair/multiplier.ts'

/** Published multipliers of each bucket, from left to right, by rows and risk. Every table returns 98.9% to 99.4%. */
export const PLINKO_PAYOUTS = {
  8: {
    low: multipliersFrom([5.6, 2.1, 1.1, 1, 0.5, 1, 1.1, 2.1, 5.6]),
    medium: multipliersFrom([13, 3, 1.3, 0.7, 0.4, 0.7, 1.3, 3, 13]),
    high: multipliersFrom([29, 4, 1.5, 0.3, 0.2, 0.3, 1.5, 4, 29]),
    expert: multipliersFrom([50, 4.6, 1.1, 0.1, 0.1, 0.1, 1.1, 4.6, 50]),
  },
  9: {
    low: multipliersFrom([5.6, 2, 1.6, 1, 0.7, 0.7, 1, 1.6, 2, 5.6]),
    medium: multipliersFrom([18, 4, 1.7, 0.9, 0.5, 0.5, 0.9, 1.7, 4, 18]),
    high: multipliersFrom([43, 7, 2, 0.6, 0.2, 0.2, 0.6, 2, 7, 43]),
    expert: multipliersFrom([100, 7.8, 1.5, 0.2, 0.1, 0.1, 0.2, 1.5, 7.8, 100]),
  },
  10: {
    low: multipliersFrom([8.9, 3, 1.4, 1.1, 1, 0.5, 1, 1.1, 1.4, 3, 8.9]),
    medium: multipliersFrom([22, 5, 2, 1.4, 0.6, 0.4, 0.6, 1.4, 2, 5, 22]),
    high: multipliersFrom([76, 10, 3, 0.9, 0.3, 0.2, 0.3, 0.9, 3, 10, 76]),
    expert: multipliersFrom([201, 11, 2, 0.6, 0.1, 0.1, 0.1, 0.6, 2, 11, 201]),
  },
  11: {
    low: multipliersFrom([8.4, 3, 1.9, 1.3, 1, 0.7, 0.7, 1, 1.3, 1.9, 3, 8.4]),
    medium: multipliersFrom([24, 6, 3, 1.8, 0.7, 0.5, 0.5, 0.7, 1.8, 3, 6, 24]),
    high: multipliersFrom([120, 14, 5.2, 1.4, 0.4, 0.2, 0.2, 0.4, 1.4, 5.2, 14, 120]),
    expert: multipliersFrom([324, 16, 4, 1.1, 0.2, 0.1, 0.1, 0.2, 1.1, 4, 16, 324]),
  },
  12: {
    low: multipliersFrom([10, 3, 1.6, 1.4, 1.1, 1, 0.5, 1, 1.1, 1.4, 1.6, 3, 10]),
    medium: multipliersFrom([33, 11, 4, 2, 1.1, 0.6, 0.3, 0.6, 1.1, 2, 4, 11, 33]),
    high: multipliersFrom([170, 24, 8.1, 2, 0.7, 0.2, 0.2, 0.2, 0.7, 2, 8.1, 24, 170]),
    expert: multipliersFrom([619, 30, 6, 1.5, 0.4, 0.1, 0.1, 0.1, 0.4, 1.5, 6, 30, 619]),
  },
  13: {
    low: multipliersFrom([8.1, 4, 3, 1.9, 1.2, 0.9, 0.7, 0.7, 0.9, 1.2, 1.9, 3, 4, 8.1]),
    medium: multipliersFrom([43, 13, 6, 3, 1.3, 0.7, 0.4, 0.4, 0.7, 1.3, 3, 6, 13, 43]),
    high: multipliersFrom([260, 37, 11, 4, 1, 0.2, 0.2, 0.2, 0.2, 1, 4, 11, 37, 260]),
    expert: multipliersFrom([1012, 52, 10, 3, 0.6, 0.1, 0.1, 0.1, 0.1, 0.6, 3, 10, 52, 1012]),
  },
  14: {
    low: multipliersFrom([7.1, 4, 1.9, 1.4, 1.3, 1.1, 1, 0.5, 1, 1.1, 1.3, 1.4, 1.9, 4, 7.1]),
    medium: multipliersFrom([58, 15, 7, 4, 1.9, 1, 0.5, 0.2, 0.5, 1, 1.9, 4, 7, 15, 58]),
    high: multipliersFrom([420, 56, 18, 5, 1.9, 0.3, 0.2, 0.2, 0.2, 0.3, 1.9, 5, 18, 56, 420]),
    expert: multipliersFrom([2369, 80, 16, 3, 1.2, 0.2, 0.1, 0.1, 0.1, 0.2, 1.2, 3, 16, 80, 2369]),
  },
  15: {
    low: multipliersFrom([15, 8, 3, 2, 1.5, 1.1, 1, 0.7, 0.7, 1, 1.1, 1.5, 2, 3, 8, 15]),
    medium: multipliersFrom([88, 18, 11, 5, 3, 1.3, 0.5, 0.3, 0.3, 0.5, 1.3, 3, 5, 11, 18, 88]),
    high: multipliersFrom([620, 83, 27, 8, 3, 0.5, 0.2, 0.2, 0.2, 0.2, 0.5, 3, 8, 27, 83, 620]),
    expert: multipliersFrom([5_000, 125, 23, 6, 1.8, 0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 1.8, 6, 23, 125, 5_000]),
  },
  16: {
    low: multipliersFrom([16, 9, 2, 1.4, 1.4, 1.2, 1.1, 1, 0.5, 1, 1.1, 1.2, 1.4, 1.4, 2, 9, 16]),
    medium: multipliersFrom([110, 41, 10, 5, 3, 1.5, 1, 0.5, 0.3, 0.5, 1, 1.5, 3, 5, 10, 41, 110]),
    high: multipliersFrom([1_000, 130, 27, 9, 4, 2, 0.2, 0.2, 0.2, 0.2, 0.2, 2, 4, 9, 27, 130, 1_000]),
    expert: multipliersFrom([
      10_000, 216, 26, 7, 2.5, 1.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1.1, 2.5, 7, 26, 216, 10_000,
    ]),
  },
} as const
