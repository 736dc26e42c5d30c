import { combinations } from '#fair/combinations.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { parseChoice, parseFields } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'
import { PLINKO_PAYOUTS } from './plinko-payouts.ts'

export const PLINKO_ROWS = [8, 9, 10, 11, 12, 13, 14, 15, 16] as const
export type PlinkoRows = (typeof PLINKO_ROWS)[number]

export const PLINKO_RISKS = ['low', 'medium', 'high', 'expert'] as const
export type PlinkoRisk = (typeof PLINKO_RISKS)[number]

export interface PlinkoParams {
  rows: PlinkoRows
  risk: PlinkoRisk
}

export type PlinkoStep = 'L' | 'R'

/** @throws {FairnessError} if `value` is not a bet on plinko */
export function parsePlinkoParams(value: unknown): PlinkoParams {
  const { rows, risk } = parseFields(value, 'params')
  return { rows: parseChoice(rows, 'rows', PLINKO_ROWS), risk: parseChoice(risk, 'risk', PLINKO_RISKS) }
}

/** The ball's path from the first row to the last: one float for each row. */
export function plinkoOutcome(stream: RandomStream, rows: PlinkoRows): PlinkoStep[] {
  return Array.from({ length: rows }, () => (stream.next() < 0.5 ? 'L' : 'R'))
}

/** The bucket the ball lands in, counted from the left: 0 to the number of rows. */
export function plinkoBucket(path: readonly PlinkoStep[]): number {
  return path.filter((step) => step === 'R').length
}

/** From left to right. */
export function plinkoMultipliers({ rows, risk }: PlinkoParams): readonly Multiplier[] {
  return PLINKO_PAYOUTS[rows][risk]
}

export function plinkoMultiplier(params: PlinkoParams, path: readonly PlinkoStep[]): Multiplier {
  const multiplier = plinkoMultipliers(params)[plinkoBucket(path)]
  if (multiplier === undefined || path.length !== params.rows) {
    throw new RangeError(`A path of ${path.length} rows is not one of ${params.rows}`)
  }
  return multiplier
}

/** The chance of a bucket, 0 to 1. */
export function plinkoChance(rows: PlinkoRows, bucket: number): number {
  return Number(combinations(rows, bucket)) / 2 ** rows
}

/** Return to player, 0 to 1. */
export function plinkoReturn(params: PlinkoParams): number {
  const total = plinkoMultipliers(params).reduce(
    (sum, multiplier, bucket) => sum + multiplier * plinkoChance(params.rows, bucket),
    0,
  )
  return total / MULTIPLIER_SCALE
}

const SIDES = ['L', 'R'] as const satisfies readonly PlinkoStep[]

/** Outcomes are the ball's path: left or right at each row. */
export const PLINKO: InstantRules<'plinko', PlinkoParams, readonly PlinkoStep[]> = {
  slug: 'plinko',
  kind: 'instant',
  parseParams: parsePlinkoParams,
  parseOutcome(value) {
    if (!Array.isArray(value)) throw new FairnessError('the path must be a list of L and R')
    return value.map((side) => parseChoice(side, 'a row', SIDES))
  },
  draw: (stream, { rows }) => plinkoOutcome(stream, rows),
  multiplier: plinkoMultiplier,
  topMultiplier: (params) => Math.max(...plinkoMultipliers(params)),
  edge: (params) => 1 - plinkoReturn(params),
  wireOutcome: (outcome) => outcome.join(''),
  fromWire(value, { rows }) {
    if (typeof value !== 'string' || value.length !== rows) {
      throw new FairnessError(`the path must be a text of ${rows} times L or R`)
    }
    return PLINKO.parseOutcome([...value])
  },
  wireParams: (params) => params,
}
