import { parseInteger } from '#fair/parse-value.ts'
import {
  parseWheelParams,
  WHEEL_SEGMENTS,
  wheelMultiplier,
  wheelMultipliers,
  wheelOutcome,
  wheelReturn,
  type WheelParams,
} from '#fair/wheel.ts'
import type { InstantRules } from './game-rules.ts'

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
