import type { Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'

/**
 * An outcome as the verifier writes it and as a bet history records it. Dice, limbo, crash: the number as
 * shown (59.67); plinko: `LLRR…`; wheel: the segment; mines, keno, Pond Reels: numbers in draw order; hilo:
 * the first card (`AH`), or a list of cards when `params.cards` says how many; with `params.startCard` always a list,
 * in which that card comes first and counts.
 */
export type WireOutcome = number | string | readonly number[] | readonly string[]

/** What every game says of itself. `Outcome` is all that the seeds decide, what stays hidden for a while included. */
interface CommonRules<Slug extends string, Params, Outcome> {
  /** The same as in the catalogue. */
  readonly slug: Slug
  /** The parameters without anything that does not belong to them. @throws FairnessError */
  parseParams(value: unknown): Params
  /** An outcome as it was stored. @throws FairnessError */
  parseOutcome(value: unknown): Outcome
  /** All of it, or as much as so many steps can show. */
  draw(stream: RandomStream, params: Params, steps?: number): Outcome
  /** What limits the stake: this much of it must be payable. */
  topMultiplier(params: Params): Multiplier
  /** The house's share of the stake in the long run with exactly these parameters, 0 to 1. */
  edge(params: Params): number
  wireOutcome(outcome: Outcome): WireOutcome
  /** The outcome that `wireOutcome` has written, read back beside the parameters of its bet. @throws FairnessError */
  fromWire(value: unknown, params: Params): Outcome
  /** The parameters as the verifier takes them beside that outcome. */
  wireParams(params: Params, outcome: Outcome): object
}

/** A game that a bet settles at once. */
export interface InstantRules<Slug extends string, Params, Outcome> extends CommonRules<
  Slug,
  Params,
  Outcome
> {
  readonly kind: 'instant'
  /** What is paid for each unit of the stake; 0 when all is lost. */
  multiplier(params: Params, outcome: Outcome): Multiplier
}

/** Where a round stands. */
export interface Position<Params, Outcome, Step> {
  readonly params: Params
  readonly outcome: Outcome
  /** The player's steps so far, in order. */
  readonly steps: readonly Step[]
}

/** A game of several steps: a bet opens a round, and it goes on until a step ends it or the player cashes out. */
export interface RoundRules<
  Slug extends string,
  Params,
  Outcome,
  Step,
  View extends object,
> extends CommonRules<Slug, Params, Outcome> {
  readonly kind: 'round'
  /** One step as it was asked for or stored. @throws FairnessError */
  parseStep(value: unknown): Step
  /**
   * The steps of a round that is asked for as a whole, out of the parameters of its bet; undefined where they hold
   * none, or the game is not played that way. It is cashed out after the last one. @throws FairnessError
   */
  parsePlan(value: unknown): readonly Step[] | undefined
  /**
   * What the round pays when this step ends it, 0 for a loss; undefined when it goes on.
   * @throws FairnessError when the round does not allow the step
   */
  take(position: Position<Params, Outcome, Step>, step: Step): Multiplier | undefined
  /** What cashing out pays in a round that goes on; undefined while there is nothing to cash out. */
  value(position: Position<Params, Outcome, Step>): Multiplier | undefined
  /**
   * What cashing out pays after this step, if it is a good one: an engine refuses a step that could pay too much, and
   * never ends a round for it.
   * @throws FairnessError when the round does not allow the step
   */
  valueAfter(position: Position<Params, Outcome, Step>, step: Step): Multiplier
  /** What is kept and shown of the outcome once the round is over. */
  settledOutcome(position: Position<Params, Outcome, Step>): Outcome
  /** What its player may see of a round beside its parameters: nothing that is still hidden. */
  view(position: Position<Params, Outcome, Step>): View
  /** The steps that such a view was made of. */
  stepsOf(view: View): readonly Step[]
  /** What `view` has shown, as it comes from the server. @throws FairnessError */
  parseView(value: unknown): View
}
