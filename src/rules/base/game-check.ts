import type { Multiplier } from '#fair/multiplier.ts'
import { type Fields, parseFields, parseList } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules, WireOutcome } from './game-rules.ts'

/** Said of a bet that was cashed out of a shared round that still goes on. */
export const NOT_OVER = 'the round of this bet is not over yet'
/** Said of a bet whose shared round was given back. */
export const VOID_ROUND = 'the round of this bet was void: it has no result'

/** What a result pays, or, where it is not recorded what the player did, whether it can have paid this. */
export type Pays = Multiplier | ((recorded: Multiplier) => boolean)

/**
 * What verifies and explains bets of a game. Beside its rules and not among them, because it is fetched only with the
 * first bet that is looked at.
 */
export interface GameCheck<Bet, Arithmetic extends { readonly multiplier: Multiplier }> {
  /** What the seeds make of a bet. Params that decide nothing about it may be left out. @throws FairnessError */
  outcome(stream: RandomStream, params: Fields): WireOutcome
  /** The parameters that decide the multiplier besides the outcome. */
  readonly decidedBy: readonly string[]
  /** What a bet pays for an outcome as the verifier writes it. @throws FairnessError, RangeError */
  pays(bet: Fields, outcome: unknown): Pays
  /** What the player did in a game of several steps, as `whatWasDone` says it. @throws FairnessError */
  done?(bet: Fields): unknown
  /** Plays the bet on its stream and keeps every number on the way, from its floats to what it pays. */
  arithmetic(bet: Bet, stream: RandomStream): Arithmetic
}

/** The same of a game whose rounds all players share: its bets have no seeds of a player. */
export interface SharedCheck {
  /**
   * What a bet comes to, null while that is not known, and what is wrong with how it was paid.
   * @throws FairnessError `NOT_OVER` or `VOID_ROUND` where nothing is wrong, and nothing can be said
   */
  verify(bet: Fields): { readonly outcome: WireOutcome | null; readonly paymentFault: string | undefined }
  /** What is wrong with how a bet with this outcome was paid. @throws FairnessError */
  paymentFault(bet: Fields, outcome: unknown): string | undefined
}

/** `pays` of a game that a bet settles at once, by its rules. */
export const paysByRules =
  <Params, Outcome>(rules: InstantRules<string, Params, Outcome>): GameCheck<never, never>['pays'] =>
  ({ params }, outcome) => {
    const own = rules.parseParams(params)
    return rules.multiplier(own, rules.fromWire(outcome, own))
  }

/**
 * What the player did, in one form, whether it is recorded as `steps` or as a screen shows it; undefined where that is
 * not recorded.
 * @param shortOf a step as a screen shows it
 */
export function whatWasDone(
  steps: unknown,
  shown: unknown,
  shortOf: (step: Fields) => unknown = (step) => step,
): unknown {
  if (steps === undefined || steps === null) return shown ?? undefined
  return parseList(steps, 'steps').map((step) => shortOf(parseFields(step, 'a step')))
}
