import type { Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'

/**
 * An outcome as the verifier and the bet history write it. Dice, limbo, crash: the number as shown (59.67). Plinko:
 * `LLRR…`. Wheel: the segment. Mines, keno, Pond Reels: numbers in draw order. Hilo: the first card (`AH`), or a list
 * of cards if `params.cards` gives their number; with `params.startCard` always a list that begins with that card,
 * which also counts.
 */
export type WireOutcome = number | string | readonly number[] | readonly string[]

/** `Outcome` is everything that the seeds decide, including what stays hidden during a round. */
interface CommonRules<Slug extends string, Params, Outcome> {
  /** Equals the slug in the catalogue. */
  readonly slug: Slug
  /** Drops unknown fields. @throws FairnessError */
  parseParams(value: unknown): Params
  /** Reads a stored outcome. @throws FairnessError */
  parseOutcome(value: unknown): Outcome
  /** Draws the whole outcome, or only as much as `steps` steps can show. */
  draw(stream: RandomStream, params: Params, steps?: number): Outcome
  /** Limits the stake: the house must be able to pay the stake times this. */
  topMultiplier(params: Params): Multiplier
  /** The house edge with exactly these parameters, 0 to 1. */
  edge(params: Params): number
  wireOutcome(outcome: Outcome): WireOutcome
  /** Reads an outcome that `wireOutcome` wrote. @throws FairnessError */
  fromWire(value: unknown, params: Params): Outcome
  /** The parameters as the verifier reads them beside that outcome. */
  wireParams(params: Params, outcome: Outcome): object
}

/** A game that a bet settles at once. */
export interface InstantRules<Slug extends string, Params, Outcome> extends CommonRules<
  Slug,
  Params,
  Outcome
> {
  readonly kind: 'instant'
  /** 0 if all is lost. */
  multiplier(params: Params, outcome: Outcome): Multiplier
}

/** The state of a round. */
export interface Position<Params, Outcome, Step> {
  readonly params: Params
  readonly outcome: Outcome
  /** In order. */
  readonly steps: readonly Step[]
}

/** A game of several steps: a bet opens a round, and a step or a cash-out ends it. */
export interface RoundRules<
  Slug extends string,
  Params,
  Outcome,
  Step,
  View extends object,
> extends CommonRules<Slug, Params, Outcome> {
  readonly kind: 'round'
  /** Reads a step from a request or from storage. @throws FairnessError */
  parseStep(value: unknown): Step
  /**
   * Reads the steps of an automatic round from the parameters of its bet; it is cashed out after the last one.
   * @returns undefined if the bet has no steps, or if the game has no automatic rounds
   * @throws FairnessError
   */
  parsePlan(value: unknown): readonly Step[] | undefined
  /**
   * @returns the multiplier if this step ends the round, 0 for a loss; undefined if the round goes on
   * @throws FairnessError if the step is not allowed
   */
  take(position: Position<Params, Outcome, Step>, step: Step): Multiplier | undefined
  /** The multiplier of a cash-out now; undefined while there is nothing to cash out. */
  value(position: Position<Params, Outcome, Step>): Multiplier | undefined
  /**
   * The multiplier of a cash-out after this step if the step succeeds. The engine refuses a step that could win too
   * much, and never ends a round because of it.
   * @throws FairnessError if the step is not allowed
   */
  valueAfter(position: Position<Params, Outcome, Step>, step: Step): Multiplier
  /** The part of the outcome that is stored and shown after the round. */
  settledOutcome(position: Position<Params, Outcome, Step>): Outcome
  /** The part of a round that the player may see besides its parameters: nothing that is still hidden. */
  view(position: Position<Params, Outcome, Step>): View
  /** The steps that led to this view. */
  stepsOf(view: View): readonly Step[]
  /** Reads a `view` from the server. @throws FairnessError */
  parseView(value: unknown): View
}
