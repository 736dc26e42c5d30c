import { combinations } from '#fair/combinations.ts'
import { drawWithoutReplacement } from '#fair/draw-without-replacement.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'
import { KENO_PAYOUTS } from './keno-payouts.ts'

export const KENO_RISKS = ['classic', 'low', 'medium', 'high'] as const
export type KenoRisk = (typeof KENO_RISKS)[number]

export interface KenoParams {
  risk: KenoRisk
  /** 1 to 10 different numbers of 0 … 39. */
  picks: readonly number[]
}

export const KENO_NUMBERS = 40
export const KENO_DRAWN = 10
export const KENO_PICK_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type KenoPickCount = (typeof KENO_PICK_COUNTS)[number]

/** @throws {FairnessError} if `value` is not a bet on keno */
export function parseKenoParams(value: unknown): KenoParams {
  const fields = parseFields(value, 'params')
  const risk = parseChoice(fields['risk'], 'risk', KENO_RISKS)
  const { picks } = fields
  if (!Array.isArray(picks)) throw new FairnessError('picks must be a list of numbers')
  parseChoice(picks.length, 'the number of picks', KENO_PICK_COUNTS)
  const numbers = picks.map((pick) => parseInteger(pick, 'a pick', 0, KENO_NUMBERS - 1))
  if (new Set(numbers).size < numbers.length) throw new FairnessError('picks must differ from each other')
  return { risk, picks: numbers }
}

/** Ten of the numbers 0 … 39 in the order drawn. */
export function kenoOutcome(stream: RandomStream): readonly number[] {
  return drawWithoutReplacement(stream, KENO_NUMBERS, KENO_DRAWN)
}

/** In the order drawn. */
export function kenoHits({ picks }: KenoParams, outcome: readonly number[]): readonly number[] {
  return outcome.filter((number) => picks.includes(number))
}

/** Indexed by the number of hits, from 0. */
export function kenoMultipliers(risk: KenoRisk, pickCount: KenoPickCount): readonly Multiplier[] {
  return KENO_PAYOUTS[risk][pickCount]
}

export function kenoMultiplier(params: KenoParams, outcome: readonly number[]): Multiplier {
  const pickCount = parseChoice(params.picks.length, 'the number of picks', KENO_PICK_COUNTS)
  return kenoMultipliers(params.risk, pickCount)[kenoHits(params, outcome).length] ?? 0
}

/** The chance that exactly `hits` of the picks are drawn, 0 to 1. */
export function kenoChance(pickCount: KenoPickCount, hits: number): number {
  const ways = combinations(pickCount, hits) * combinations(KENO_NUMBERS - pickCount, KENO_DRAWN - hits)
  return Number(ways) / Number(combinations(KENO_NUMBERS, KENO_DRAWN))
}

/** Return to player, 0 to 1. */
export function kenoReturn(risk: KenoRisk, pickCount: KenoPickCount): number {
  const total = kenoMultipliers(risk, pickCount).reduce(
    (sum, multiplier, hits) => sum + multiplier * kenoChance(pickCount, hits),
    0,
  )
  return total / MULTIPLIER_SCALE
}

const pickCountOf = ({ picks }: KenoParams) =>
  parseChoice(picks.length, 'the number of picks', KENO_PICK_COUNTS)

/** Outcomes are the ten numbers drawn, of 0 … 39, in the order drawn. */
export const KENO: InstantRules<'keno', KenoParams, readonly number[]> = {
  slug: 'keno',
  kind: 'instant',
  /** Sorts the picks: the same numbers are the same bet in whatever order they were picked. */
  parseParams(value) {
    const { risk, picks } = parseKenoParams(value)
    return { risk, picks: [...picks].sort((a, b) => a - b) }
  },
  parseOutcome(value) {
    if (!Array.isArray(value) || value.length !== KENO_DRAWN || new Set(value).size !== value.length) {
      throw new FairnessError(`the draw must be ${KENO_DRAWN} different numbers`)
    }
    return value.map((number) => parseInteger(number, 'a number', 0, KENO_NUMBERS - 1))
  },
  draw: (stream) => kenoOutcome(stream),
  multiplier: kenoMultiplier,
  topMultiplier: (params) => Math.max(...kenoMultipliers(params.risk, pickCountOf(params))),
  edge: (params) => 1 - kenoReturn(params.risk, pickCountOf(params)),
  wireOutcome: (outcome) => outcome,
  fromWire: (value) => KENO.parseOutcome(value),
  wireParams: (params) => params,
}
