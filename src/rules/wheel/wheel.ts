import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'
import { WHEEL_PAYOUTS } from './wheel-payouts.ts'

export const WHEEL_SEGMENTS = [10, 20, 30, 40, 50] as const
export type WheelSegments = (typeof WHEEL_SEGMENTS)[number]

export const WHEEL_RISKS = ['low', 'medium', 'high'] as const
export type WheelRisk = (typeof WHEEL_RISKS)[number]

export interface WheelParams {
  segments: WheelSegments
  risk: WheelRisk
}

/** @throws {FairnessError} if `value` is not a bet on the wheel */
export function parseWheelParams(value: unknown): WheelParams {
  const { segments, risk } = parseFields(value, 'params')
  return {
    segments: parseChoice(segments, 'segments', WHEEL_SEGMENTS),
    risk: parseChoice(risk, 'risk', WHEEL_RISKS),
  }
}

/** The segment under the pointer, from 0. */
export function wheelOutcome(stream: RandomStream, segments: WheelSegments): number {
  return Math.floor(stream.next() * segments)
}

/** From segment 0. */
export function wheelMultipliers({ segments, risk }: WheelParams): readonly Multiplier[] {
  return WHEEL_PAYOUTS[segments][risk]
}

export function wheelMultiplier(params: WheelParams, segment: number): Multiplier {
  const multiplier = wheelMultipliers(params)[segment]
  if (multiplier === undefined)
    throw new RangeError(`A wheel of ${params.segments} has no segment ${segment}`)
  return multiplier
}

/** Return to player, 0 to 1. */
export function wheelReturn(params: WheelParams): number {
  const multipliers = wheelMultipliers(params)
  return multipliers.reduce((sum, multiplier) => sum + multiplier, 0) / multipliers.length / MULTIPLIER_SCALE
}

const MOST_SEGMENTS = Math.max(...WHEEL_SEGMENTS)

/** Outcomes are the segment under the pointer, counted from 0. */
export const WHEEL: InstantRules<'wheel', WheelParams, number> = {
  slug: 'wheel',
  kind: 'instant',
  parseParams: parseWheelParams,
  parseOutcome: (value) => parseInteger(value, 'the segment', 0, MOST_SEGMENTS - 1),
  draw: (stream, { segments }) => wheelOutcome(stream, segments),
  multiplier: wheelMultiplier,
  topMultiplier: (params) => Math.max(...wheelMultipliers(params)),
  edge: (params) => 1 - wheelReturn(params),
  wireOutcome: (outcome) => outcome,
  fromWire: (value, { segments }) => parseInteger(value, 'the segment', 0, segments - 1),
  wireParams: (params) => params,
}
