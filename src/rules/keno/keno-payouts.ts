import { multipliersFrom } from '#fair/multiplier.ts'

/**
 * Multipliers by risk, by the number of picks, and by the number of hits (from 0).
 *
 * The public tables hold ten rows that return less than 98.9%. In each of them one cell is raised by a
 * small step, so that every row returns 98.9% to 99.4%:
 *
 * | risk   | picks | hits | published | here  | return before | return here |
 * | ------ | ----- | ---- | --------- | ----- | ------------- | ----------- |
 * | low    | 1     | 1    | 1.85      | 1.86  | 98.750%       | 99.000%     |
 * | low    | 2     | 2    | 3.8       | 3.85  | 98.846%       | 99.135%     |
 * | low    | 3     | 2    | 1.38      | 1.4   | 98.866%       | 99.140%     |
 * | low    | 10    | 5    | 1.8       | 1.85  | 98.760%       | 98.972%     |
 * | medium | 1     | 1    | 2.75      | 2.76  | 98.750%       | 99.000%     |
 * | medium | 2     | 2    | 5.1       | 5.15  | 98.654%       | 98.942%     |
 * | medium | 4     | 3    | 10        | 10.1  | 98.783%       | 99.177%     |
 * | medium | 6     | 4    | 9         | 9.1   | 98.835%       | 99.073%     |
 * | high   | 2     | 2    | 17.1      | 17.15 | 98.654%       | 98.942%     |
 * | high   | 5     | 5    | 450       | 455   | 98.889%       | 99.081%     |
 */
export const KENO_PAYOUTS = {
  classic: {
    1: multipliersFrom([0, 3.96]),
    2: multipliersFrom([0, 1.9, 4.5]),
    3: multipliersFrom([0, 1, 3.1, 10.4]),
    4: multipliersFrom([0, 0.8, 1.8, 5, 22.5]),
    5: multipliersFrom([0, 0.25, 1.4, 4.1, 16.5, 36]),
    6: multipliersFrom([0, 0, 1, 3.68, 7, 16.5, 40]),
    7: multipliersFrom([0, 0, 0.47, 3, 4.5, 14, 31, 60]),
    8: multipliersFrom([0, 0, 0, 2.2, 4, 13, 22, 55, 70]),
    9: multipliersFrom([0, 0, 0, 1.55, 3, 8, 15, 44, 60, 85]),
    10: multipliersFrom([0, 0, 0, 1.4, 2.25, 4.5, 8, 17, 50, 80, 100]),
  },
  low: {
    1: multipliersFrom([0.7, 1.86]),
    2: multipliersFrom([0, 2, 3.85]),
    3: multipliersFrom([0, 1.1, 1.4, 26]),
    4: multipliersFrom([0, 0, 2.2, 7.9, 90]),
    5: multipliersFrom([0, 0, 1.5, 4.2, 13, 300]),
    6: multipliersFrom([0, 0, 1.1, 2, 6.2, 100, 700]),
    7: multipliersFrom([0, 0, 1.1, 1.6, 3.5, 15, 225, 700]),
    8: multipliersFrom([0, 0, 1.1, 1.5, 2, 5.5, 39, 100, 800]),
    9: multipliersFrom([0, 0, 1.1, 1.3, 1.7, 2.5, 7.5, 50, 250, 1_000]),
    10: multipliersFrom([0, 0, 1.1, 1.2, 1.3, 1.85, 3.5, 13, 50, 250, 1_000]),
  },
  medium: {
    1: multipliersFrom([0.4, 2.76]),
    2: multipliersFrom([0, 1.8, 5.15]),
    3: multipliersFrom([0, 0, 2.8, 50]),
    4: multipliersFrom([0, 0, 1.7, 10.1, 100]),
    5: multipliersFrom([0, 0, 1.4, 4, 14, 390]),
    6: multipliersFrom([0, 0, 0, 3, 9.1, 180, 710]),
    7: multipliersFrom([0, 0, 0, 2, 7, 30, 400, 800]),
    8: multipliersFrom([0, 0, 0, 2, 4, 11, 67, 400, 900]),
    9: multipliersFrom([0, 0, 0, 2, 2.5, 5, 15, 100, 500, 1_000]),
    10: multipliersFrom([0, 0, 0, 1.6, 2, 4, 7, 26, 100, 500, 1_000]),
  },
  high: {
    1: multipliersFrom([0, 3.96]),
    2: multipliersFrom([0, 0, 17.15]),
    3: multipliersFrom([0, 0, 0, 81.5]),
    4: multipliersFrom([0, 0, 0, 10, 259]),
    5: multipliersFrom([0, 0, 0, 4.5, 48, 455]),
    6: multipliersFrom([0, 0, 0, 0, 11, 350, 710]),
    7: multipliersFrom([0, 0, 0, 0, 7, 90, 400, 800]),
    8: multipliersFrom([0, 0, 0, 0, 5, 20, 270, 600, 900]),
    9: multipliersFrom([0, 0, 0, 0, 4, 11, 56, 500, 800, 1_000]),
    10: multipliersFrom([0, 0, 0, 0, 3.5, 8, 13, 63, 500, 800, 1_000]),
  },
} as const
