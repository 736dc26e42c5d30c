import type { RoundEnd } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { rulesOf, type AnyRoundRules } from '#rules/games.ts'
import { isSameValue } from '#rules/same-value.ts'
import {
  assertNextStep,
  changeOf,
  settledRound,
  type AutoPlayChange,
  type AutoPlayState,
  type AutoPlayStep,
} from './auto-play.ts'
import { byRules, PlanRefusal } from './plan-refusal.ts'

// Plans bets, steps and cash-outs for every engine. An engine reads the state from its store, gets a plan from here and
// writes it: the server to PostgreSQL, demo play to IndexedDB. Times are milliseconds since the epoch, amounts are in
// the coin's smallest unit.

/** A bet as every store keeps it. */
export interface PlannedBet {
  /** Idempotency key of the request. */
  readonly key: string
  readonly game: string
  readonly coin: string
  readonly placedAt: number
  /** As parsed by the game's rules. */
  readonly params: unknown
  readonly stake: bigint
  readonly steps: readonly unknown[]
  /** Idempotency keys of each step, and of the cash-out if there was one. */
  readonly stepKeys: readonly string[]
  /** Null for a manual bet. */
  readonly autoPlay: AutoPlayStep | null
}

export interface Ending {
  readonly at: number
  readonly outcome: unknown
  readonly multiplier: Multiplier
  readonly payout: bigint
  /** Null for games that a bet settles at once. */
  readonly endedBy: RoundEnd | null
}

/** Limits of stake and payout. */
export interface StakeTerms {
  readonly minStake: bigint
  readonly maxStake: bigint
  readonly maxPayout: bigint
}

export interface PlayerFacts {
  /** Open rounds. */
  readonly rounds: readonly Pick<PlannedBet, 'game'>[]
  /** Time of the last bet on each game. */
  readonly betAt: Readonly<Record<string, number>>
  /** The auto-play that is running. */
  readonly autoPlay: AutoPlayState | null
}

/** A requested bet, parsed by the rules of its game. */
export interface AskedBet {
  readonly key: string
  readonly game: string
  readonly coin: string
  readonly stake: bigint
  readonly params: unknown
  /** Steps of an automatic round. */
  readonly plan: readonly unknown[] | undefined
  /** Null for a manual bet. */
  readonly autoPlay: AutoPlayStep | null
}

/** Limits from the operator's settings at this moment. */
export interface BetTerms extends StakeTerms {
  /** Minimum time between two bets on this game. */
  readonly cycleMs: number
  readonly now: number
}

interface Planned {
  /** Everything that was drawn for the bet. */
  readonly outcome: unknown
  /** Null for a manual bet. */
  readonly autoPlay: AutoPlayChange | null
}
export interface OpenPlan extends Planned {
  readonly kind: 'open'
  readonly bet: PlannedBet
}
export interface SettledPlan extends Planned {
  readonly kind: 'bet'
  readonly bet: PlannedBet & Ending
}

/** @throws PlanRefusal `bad_params` */
export function readParams(game: string, params: unknown): Pick<AskedBet, 'params' | 'plan'> {
  return byRules('bad_params', () => {
    const rules = rulesOf(game)
    return {
      params: rules.parseParams(params),
      plan: rules.kind === 'round' ? rules.parsePlan(params) : undefined,
    }
  })
}

/**
 * @param draw called only after all checks have passed
 * @throws PlanRefusal
 */
export function planBet(
  player: PlayerFacts,
  asked: AskedBet,
  terms: BetTerms,
  draw: (bet: PlannedBet) => unknown,
): OpenPlan | SettledPlan {
  const { plan, ...wanted } = asked
  const { game, stake, params } = wanted
  const { now, maxPayout } = terms
  const rules = rulesOf(game)
  const run = runOf(player, asked)
  if (rules.kind === 'round' && player.rounds.some((round) => round.game === game)) {
    throw new PlanRefusal('round_open', 'A round of this game is open')
  }
  if (run) assertNextStep(run, asked, now)
  assertNotTooSoon(terms.cycleMs, player.betAt[game], now)
  assertStakeWithin(terms, stake)
  const payable = (multiplier: Multiplier) => {
    if (payoutOf(stake, multiplier) <= maxPayout) return
    throw new PlanRefusal('payout_too_large', 'The bet could pay too much', { bound: maxPayout })
  }
  payable(rules.topMultiplier(params))

  const bet: PlannedBet = { ...wanted, placedAt: now, steps: [], stepKeys: [] }
  const outcome = draw(bet)
  const settled = (
    multiplier: Multiplier,
    more: Pick<PlannedBet & Ending, 'steps' | 'outcome' | 'endedBy'>,
  ): SettledPlan => {
    const payout = payoutOf(stake, multiplier)
    const net = payout - stake
    const autoPlay = run && changeOf(run, 1, net, net)
    return { kind: 'bet', outcome, autoPlay, bet: { ...bet, ...more, at: now, multiplier, payout } }
  }
  if (rules.kind === 'instant') {
    return settled(rules.multiplier(params, outcome), { outcome, steps: [], endedBy: null })
  }
  if (!plan) return { kind: 'open', outcome, bet, autoPlay: run && changeOf(run, 1, -stake, undefined) }
  const round = roundRulesOf(game)
  const { steps, multiplier, endedBy } = playWhole(round, { params, outcome }, plan, payable)
  return settled(multiplier, {
    steps,
    endedBy,
    outcome: round.settledOutcome({ params, outcome, steps }),
  })
}

/** Returns the auto-play that the bet belongs to. @throws PlanRefusal `auto_play_ended` */
export function runOf(
  { autoPlay: run }: Pick<PlayerFacts, 'autoPlay'>,
  asked: Pick<AskedBet, 'autoPlay'>,
): AutoPlayState | null {
  if (!asked.autoPlay) return null
  if (run?.id === asked.autoPlay.id) return run
  throw new PlanRefusal('auto_play_ended', 'The auto-play has ended')
}

/** @throws PlanRefusal `too_soon` */
export function assertNotTooSoon(cycleMs: number, before: number | undefined, now: number): void {
  if (before === undefined || cycleMs === 0) return
  const left = before + cycleMs - now
  if (left <= 0) return
  // Wait one cycle at most: another process's clock may be ahead.
  const waitMs = Math.min(left, cycleMs)
  throw new PlanRefusal('too_soon', 'The bet before was too short a time ago', { waitMs })
}

/** @throws PlanRefusal `stake_too_small`, `stake_too_large` */
export function assertStakeWithin(
  { minStake, maxStake }: Pick<StakeTerms, 'minStake' | 'maxStake'>,
  stake: bigint,
): void {
  if (stake < minStake)
    throw new PlanRefusal('stake_too_small', 'The stake is too small', { bound: minStake })
  if (stake > maxStake)
    throw new PlanRefusal('stake_too_large', 'The stake is too large', { bound: maxStake })
}

/** Plays a whole round: step after step until one ends it, or a cash-out after the last. */
function playWhole(
  rules: AnyRoundRules,
  { params, outcome }: { readonly params: unknown; readonly outcome: unknown },
  plan: readonly unknown[],
  payable: (multiplier: Multiplier) => void,
): { readonly steps: readonly unknown[]; readonly multiplier: Multiplier; readonly endedBy: RoundEnd } {
  return byRules('bad_params', () => {
    // Every step must be payable, even if the round ends before it: otherwise a refusal would reveal the outcome.
    plan.forEach((step, at) => payable(rules.valueAfter({ params, outcome, steps: plan.slice(0, at) }, step)))
    for (const [at, step] of plan.entries()) {
      const end = rules.take({ params, outcome, steps: plan.slice(0, at) }, step)
      if (end !== undefined) return { steps: plan.slice(0, at + 1), multiplier: end, endedBy: 'step' }
    }
    const value = rules.value({ params, outcome, steps: plan })
    if (value === undefined) throw new FairnessError('there is nothing to cash out after these steps')
    return { steps: plan, multiplier: value, endedBy: 'cash-out' }
  })
}

/** A request that continues or ends an open round. */
export type AskedStep =
  /** @param after number of steps the player had seen: the step is refused at any other place */
  | {
      readonly type: 'step'
      readonly key: string
      readonly step: unknown
      readonly after?: number | undefined
    }
  | { readonly type: 'cash-out'; readonly key: string }
/** The player did not come back to the round. */
export interface Lapse {
  readonly type: 'lapse'
}

export interface StepPlan<Bet extends PlannedBet> {
  readonly kind: 'step'
  /** The round after the step. */
  readonly bet: Bet
}
export interface EndPlan<Bet extends PlannedBet> {
  readonly kind: 'settle'
  readonly bet: Bet & Ending
  /** True if nothing was risked: the stake is refunded and does not count. */
  readonly isGivenBack: boolean
  readonly autoPlay: AutoPlayChange | null
}

/**
 * @param outcome at least the part that the step can show
 * @throws PlanRefusal `bad_step`, `payout_too_large`
 */
export function planStep<Bet extends PlannedBet>(
  { autoPlay: run }: Pick<PlayerFacts, 'autoPlay'>,
  round: Bet,
  outcome: unknown,
  asked: AskedStep | Lapse,
  { maxPayout, at }: { readonly maxPayout: bigint; readonly at: number },
): StepPlan<Bet> | EndPlan<Bet> {
  const { game, params, stake } = round
  const { steps, multiplier, endedBy, isGivenBack } = take(round, outcome, asked, maxPayout)
  const stepKeys = asked.type === 'lapse' ? round.stepKeys : [...round.stepKeys, asked.key]
  const bet: Bet = { ...round, steps, stepKeys }
  if (multiplier === undefined) return { kind: 'step', bet }
  const payout = payoutOf(stake, multiplier)
  const shown = roundRulesOf(game).settledOutcome({ params, outcome, steps })
  return {
    kind: 'settle',
    bet: { ...bet, at, multiplier, payout, endedBy, outcome: shown },
    isGivenBack,
    autoPlay: settledRound(run, round, payout),
  }
}

interface Taken {
  readonly steps: readonly unknown[]
  /** Undefined while the round goes on. */
  readonly multiplier: Multiplier | undefined
  readonly endedBy: RoundEnd
  readonly isGivenBack: boolean
}

function take(
  { game, params, stake, steps }: PlannedBet,
  outcome: unknown,
  asked: AskedStep | Lapse,
  maxPayout: bigint,
): Taken {
  const rules = roundRulesOf(game)
  const position = { params, outcome, steps }
  if (asked.type === 'step') {
    return byRules('bad_step', () => {
      const step = rules.parseStep(asked.step)
      const after = payoutOf(stake, rules.valueAfter(position, step))
      // Not for the first step: it was checked with the bet, and the coin's price may have moved since.
      if (rules.value(position) !== undefined && after > maxPayout) {
        const message = 'This step could pay more than a bet pays at most'
        throw new PlanRefusal('payout_too_large', message, { bound: maxPayout })
      }
      const multiplier = rules.take(position, step)
      return { steps: [...steps, step], multiplier, endedBy: 'step', isGivenBack: false }
    })
  }
  const value = rules.value(position)
  if (asked.type === 'cash-out') {
    if (value === undefined) throw new PlanRefusal('bad_step', 'There is nothing to cash out')
    return { steps, multiplier: value, endedBy: 'cash-out', isGivenBack: false }
  }
  return {
    steps,
    multiplier: value ?? MULTIPLIER_SCALE,
    endedBy: 'lapsed',
    isGivenBack: value === undefined,
  }
}

/**
 * Number of steps after which a repeated request was answered; undefined if the key is new to this round.
 * @throws PlanRefusal `key_reused`
 */
export function answeredAfter(
  { game, steps, stepKeys }: Pick<PlannedBet, 'game' | 'steps' | 'stepKeys'>,
  asked: AskedStep,
): number | undefined {
  const index = stepKeys.indexOf(asked.key)
  if (index < 0) return undefined
  // Every key belongs to a step, except the last key of a round that was cashed out.
  const taken = steps[index]
  const isSame =
    asked.type === 'cash-out'
      ? taken === undefined
      : isSameValue(
          taken,
          byRules('bad_step', () => roundRulesOf(game).parseStep(asked.step)),
        )
  if (!isSame) throw new PlanRefusal('key_reused', 'The key belongs to another step of the round')
  return index + 1
}

/** True if the request repeats a bet that is already stored. */
export function isSameBet(
  known: Pick<PlannedBet, 'game' | 'coin' | 'stake' | 'params' | 'steps' | 'stepKeys'>,
  { game, coin, stake, params, plan }: Pick<AskedBet, 'game' | 'coin' | 'stake' | 'params' | 'plan'>,
): boolean {
  if (known.game !== game || known.coin !== coin || known.stake !== stake) return false
  if (!isSameValue(known.params, params)) return false
  const wasPlanned = known.steps.length > 0 && known.stepKeys.length === 0
  if (!plan) return !wasPlanned
  // Steps after the one that ended the round are not stored.
  return wasPlanned && isSameValue(known.steps, plan.slice(0, known.steps.length))
}

export const roundRulesOf = (game: string): AnyRoundRules => {
  const rules = rulesOf(game)
  if (rules.kind !== 'round') throw new Error(`${game} has no rounds`)
  return rulesOf(rules.slug)
}
