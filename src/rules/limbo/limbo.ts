import type { Multiplier } from '#fair/multiplier.ts'
import { parseFields, parseInteger, parseHundredths } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'

export interface LimboParams {
  /** In hundredths: 200 is 2.00×. */
  target: number
}

/**
 * Targets in hundredths. Above 16,000× the 2²⁴ possible results are so far apart that the return would differ from
 * 98.9%.
 */
export const LIMBO_MIN_TARGET = 101
export const LIMBO_MAX_TARGET = 1_600_000

/** Number of possible results; one float picks one of them. */
export const LIMBO_STEPS = 2 ** 24

/** @throws {FairnessError} if `value` is not a bet on limbo */
export function parseLimboParams(value: unknown): LimboParams {
  const { target } = parseFields(value, 'params')
  return { target: parseInteger(target, 'target', LIMBO_MIN_TARGET, LIMBO_MAX_TARGET) }
}

/** The result in hundredths, at least 100 (1.00×). */
export function limboOutcome(stream: RandomStream): number {
  return limboResult(Math.floor(stream.next() * LIMBO_STEPS))
}

/**
 * In hundredths. The order of the floating-point operations matters: 44 results are one hundredth below exact
 * arithmetic, and other public verifiers of this game have them there too.
 */
export function limboResult(step: number): number {
  return Math.max(100, Math.floor((LIMBO_STEPS / (step + 1)) * 0.99 * 100))
}

export function limboWinMultiplier({ target }: LimboParams): Multiplier {
  return target * 100
}

/** The target's multiplier, or 0. */
export function limboMultiplier(params: LimboParams, outcome: number): Multiplier {
  return outcome >= params.target ? limboWinMultiplier(params) : 0
}

/** Number of the 2²⁴ steps that reach the target. Results only fall from step to step. */
export function limboWinningSteps({ target }: LimboParams): number {
  let winning = 0
  let losing = LIMBO_STEPS
  while (losing - winning > 1) {
    const middle = Math.floor((winning + losing) / 2)
    if (limboResult(middle - 1) >= target) winning = middle
    else losing = middle
  }
  return winning
}

/** The chance of a win, 0 to 1. */
export function limboChance(params: LimboParams): number {
  return limboWinningSteps(params) / LIMBO_STEPS
}

/** Return to player, 0 to 1. */
export function limboReturn(params: LimboParams): number {
  return (limboChance(params) * params.target) / 100
}

const LOWEST = 100
const HIGHEST = limboResult(0)

/** Outcomes in hundredths: 439 is 4.39×. */
export const LIMBO: InstantRules<'limbo', LimboParams, number> = {
  slug: 'limbo',
  kind: 'instant',
  parseParams: parseLimboParams,
  parseOutcome: (value) => parseInteger(value, 'the result', LOWEST, HIGHEST),
  draw: (stream) => limboOutcome(stream),
  multiplier: limboMultiplier,
  topMultiplier: limboWinMultiplier,
  edge: (params) => 1 - limboReturn(params),
  wireOutcome: (outcome) => outcome / 100,
  fromWire: (value) => parseHundredths(value, 'the result', LOWEST, HIGHEST),
  wireParams: (params) => params,
}
