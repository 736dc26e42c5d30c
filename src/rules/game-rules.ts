import type { Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'

/** An outcome in the words of the verifier and of exported histories. */
export type WireOutcome = number | string | readonly number[] | readonly string[]

/** What every game says of itself. `Outcome` is all that the seeds decide, what stays hidden for a while included. */
interface CommonRules<Slug extends string, Params, Outcome> {
  /** The same as in the catalogue. */
  readonly slug: Slug
  /** The parameters without anything that does not belong to them. @throws FairnessError */
  parseParams(value: unknown): Params
  /** An outcome as it was stored. @throws FairnessError */
  parseOutcome(value: unknown): Outcome
  draw(stream: RandomStream, params: Params): Outcome
  /** What limits the stake: this much of it must be payable. */
  topMultiplier(params: Params): Multiplier
  /** The house's share of the stake in the long run with exactly these parameters, 0 to 1. */
  edge(params: Params): number
  wireOutcome(outcome: Outcome): WireOutcome
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
  readonly stake: bigint
  readonly outcome: Outcome
  /** The player's steps so far, in order. */
  readonly steps: readonly Step[]
}

/** What cashing out pays, for each unit of the stake. */
export interface RoundValue {
  /** Now; undefined while there is nothing to cash out. */
  readonly multiplier: Multiplier | undefined
  /** After the next step, if it is a good one. */
  readonly nextMultiplier: Multiplier
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
   * What the round pays when this step ends it, 0 for a loss; undefined when it goes on. It also ends where one
   * more good step would pay more than `maxPayout`.
   * @throws FairnessError when the round does not allow the step
   */
  take(
    position: Position<Params, Outcome, Step>,
    step: Step,
    limits: { readonly maxPayout: bigint },
  ): Multiplier | undefined
  /** Of a round that goes on. */
  value(position: Omit<Position<Params, Outcome, Step>, 'stake'>): RoundValue
  /** What its player may see of a round beside its parameters: nothing that is still hidden. */
  view(position: Omit<Position<Params, Outcome, Step>, 'stake'>): View
}
