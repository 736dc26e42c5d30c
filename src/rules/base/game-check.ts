import type { Multiplier } from '#fair/multiplier.ts'
import { type Fields, parseFields, parseList } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules, WireOutcome } from './game-rules.ts'

/** The player cashed out of a shared round that is still running. */
export const NOT_OVER = 'the round of this bet is not over yet'
/** The shared round was void and its stakes were refunded. */
export const VOID_ROUND = 'the round of this bet was void: it has no result'

/**
 * The multiplier of a result. If the player's steps are not recorded, a function that tells whether the recorded
 * multiplier is possible.
 */
export type Pays = Multiplier | ((recorded: Multiplier) => boolean)

/**
 * Verifies and explains bets of a game. Kept apart from its rules: the app loads it with the first bet that is opened.
 */
export interface GameCheck<Bet, Arithmetic extends { readonly multiplier: Multiplier }> {
  /** Computes the outcome from the seeds. Params that do not influence it may be missing. @throws FairnessError */
  outcome(stream: RandomStream, params: Fields): WireOutcome
  /** Parameters that decide the multiplier besides the outcome. */
  readonly decidedBy: readonly string[]
  /**
   * @param outcome as the verifier writes it
   * @throws FairnessError, RangeError
   */
  pays(bet: Fields, outcome: unknown): Pays
  /** The player's steps in the form of `whatWasDone`. @throws FairnessError */
  done?(bet: Fields): unknown
  /** Computes the bet from its stream, and returns every number from the floats to the multiplier. */
  arithmetic(bet: Bet, stream: RandomStream): Arithmetic
}

/** For a game whose rounds all players share: its bets have no seeds of a player. */
export interface SharedCheck {
  /**
   * Returns the outcome, null if it is not known yet, and any fault in how the bet was paid.
   * @throws FairnessError with `NOT_OVER` or `VOID_ROUND` if there is no fault but nothing to verify either
   */
  verify(bet: Fields): { readonly outcome: WireOutcome | null; readonly paymentFault: string | undefined }
  /** Finds a fault in how a bet with this outcome was paid. @throws FairnessError */
  paymentFault(bet: Fields, outcome: unknown): string | undefined
}

/** `pays` for games that a bet settles at once. */
export const paysByRules =
  <Params, Outcome>(rules: InstantRules<string, Params, Outcome>): GameCheck<never, never>['pays'] =>
  ({ params }, outcome) => {
    const own = rules.parseParams(params)
    return rules.multiplier(own, rules.fromWire(outcome, own))
  }

/**
 * Returns the player's steps in one form, whether they are recorded as `steps` or as a screen shows them; undefined if
 * they are not recorded.
 * @param shortOf turns a step that a screen shows into that form
 */
export function whatWasDone(
  steps: unknown,
  shown: unknown,
  shortOf: (step: Fields) => unknown = (step) => step,
): unknown {
  if (steps === undefined || steps === null) return shown ?? undefined
  return parseList(steps, 'steps').map((step) => shortOf(parseFields(step, 'a step')))
}
