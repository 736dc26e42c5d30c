import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import type { PlinkoRows } from '#rules/plinko/plinko.ts'
import { ROW_HEIGHT } from './plinko-flight.ts'

/** Units of the drawing between two pegs of a row. */
export const PEG_DISTANCE = 10

/** Width for one more bucket than there are rows. */
export function boardSize(rows: PlinkoRows): { width: number; height: number } {
  const distances = rows + 1
  return { width: distances * PEG_DISTANCE, height: distances * PEG_DISTANCE * ROW_HEIGHT }
}

/** The first row has three pegs and each further row one more, so that every bucket has two pegs above. */
export function plinkoPegs(rows: PlinkoRows): { x: number; y: number }[] {
  const { width } = boardSize(rows)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + 3 }, (_peg, index) => ({
      x: width / 2 + (index - (row + 2) / 2) * PEG_DISTANCE,
      y: (row + 1) * PEG_DISTANCE * ROW_HEIGHT,
    })),
  ).flat()
}

/** From the highest payout down to less than the stake. */
export type BucketTone = 'top' | 'high' | 'plus' | 'even' | 'minus'

/** The strength (0 to 1) grows with the order of magnitude between the stake and the board's best payout. */
export function bucketTone(multiplier: Multiplier, best: Multiplier): { tone: BucketTone; strength: number } {
  if (multiplier < MULTIPLIER_SCALE) return { tone: 'minus', strength: 0 }
  if (multiplier === MULTIPLIER_SCALE) return { tone: 'even', strength: 0 }
  const strength = Math.log(multiplier / MULTIPLIER_SCALE) / Math.log(best / MULTIPLIER_SCALE)
  return { tone: strength >= 0.7 ? 'top' : strength >= 0.4 ? 'high' : 'plus', strength }
}

/** Screens on which the text is set upright to fit: all, narrow ones, or none. */
export function turnedText(text: string, rows: PlinkoRows): 'always' | 'narrow' | undefined {
  if (rows < 10) return undefined
  if (text.length > 4) return 'always'
  return text.length > (rows > 12 ? 2 : 3) ? 'narrow' : undefined
}
