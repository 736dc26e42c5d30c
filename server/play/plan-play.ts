import type { RoundEnd } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { isSameValue } from '#rules/same-value.ts'
import { rulesOf } from '#rules/games.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ErrorCode } from '#contract/envelope.ts'
import { planReleases } from '#server/bonuses/release-bonus.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { fromDecimal, isExactly, toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS, type PlayConfig } from '#server/config/play-config.ts'
import { placeStake, playRound, releaseBonus, settlePayout } from '#server/ledger/movements.ts'
import { drawnOf, roundRulesOf, type OpenRound, type PlacedBet, type SettledBet } from './play-record.ts'
import type { CurrentPair, PlayerState } from './player-state.ts'
import type { Play, SignedReceipt } from './post-plays.ts'
import { hashOfText, receiptOfRound, receiptOfSettled, receiptOfStep } from './receipt-text.ts'
import type { Signer } from './receipt-keys.ts'
import {
  assertNextStep,
  changeOf,
  type AutoPlayChange,
  type AutoPlayState,
  type AutoPlayStep,
} from './auto-play-rules.ts'
import { stakeTermsOf, type StakeTerms } from './stake-terms.ts'
import { valueFor, type Profile } from '#server/config/profile.ts'

const BASIS_POINTS = 10_000

/** A bet as it is asked for, read by the rules of its game. */
export interface AskedBet {
  readonly key: string
  readonly game: string
  readonly coin: string
  /** In the coin's smallest unit. */
  readonly stake: bigint
  readonly params: unknown
  /** Of a round that is asked for as a whole. */
  readonly plan: readonly unknown[] | undefined
  readonly rate: Rate
  /** Null for a bet by hand. */
  readonly autoPlay: AutoPlayStep | null
}

/** What a plan needs besides the player's state. */
export interface PlanContext {
  readonly config: PlayConfig
  /** What the operator's profile allows. */
  readonly rules: Profile['play']
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signer: Signer
  /** The player's name in receipts. */
  readonly player: string
}

/** @throws Refusal with that code for what the rules of a game do not allow */
export function byRules<T>(code: ErrorCode, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FairnessError) throw new Refusal(code, error.message)
    throw error
  }
}

/** @throws Refusal `bad_request` for a stake finer than the coin */
export function readStake(text: string, { decimals }: Rate): bigint {
  const stake = fromDecimal(text, decimals)
  if (isExactly(text, stake, decimals)) return stake
  throw new Refusal('bad_request', `A stake of this coin has ${decimals} decimals at most`, {
    fields: ['stake'],
  })
}

/** @throws Refusal `bad_params`, `bad_request` for a stake finer than the coin */
export function readBet(
  body: {
    readonly idempotencyKey: string
    readonly game: string
    readonly stake: string
    readonly params: unknown
    readonly autoPlay?: AutoPlayStep | undefined
  },
  rate: Rate,
): AskedBet {
  const { idempotencyKey: key, game } = body
  const stake = readStake(body.stake, rate)
  return byRules('bad_params', () => {
    const rules = rulesOf(game)
    const plan = rules.kind === 'round' ? rules.parsePlan(body.params) : undefined
    return {
      ...{ key, game, stake, plan, rate, coin: rate.coin, params: rules.parseParams(body.params) },
      autoPlay: body.autoPlay ?? null,
    }
  })
}

/** A house edge from 0 to 1, in basis points as bets count it. */
export const inBasisPoints = (edge: number): number => Math.max(0, Math.round(edge * BASIS_POINTS))

/** The house's edge on what stakes were worth, in the same unit. */
export const edgeOf = (usd: bigint, edgeBps: number): bigint => (usd * BigInt(edgeBps)) / BigInt(BASIS_POINTS)

/**
 * @throws Refusal `client_seed_missing`, `round_open`, `too_soon`, `stake_too_small`, `stake_too_large`,
 *   `payout_too_large`, `bad_params`, `auto_play_step_taken`; `AutoPlayStop`
 */
export function planBet(
  state: PlayerState,
  asked: AskedBet,
  id: string,
  context: PlanContext,
): Play<OpenRound | SettledBet> {
  const { config, rules: operator, now } = context
  const { game, coin, stake, params, rate, key, plan, autoPlay } = asked
  const { pair } = state
  const rules = rulesOf(game)
  if (!pair) throw new Refusal('client_seed_missing', 'Choose a client seed first')
  if (rules.kind === 'round' && state.rounds.some((round) => round.game === game)) {
    throw new Refusal('round_open', 'A round of this game is open')
  }
  if (autoPlay) assertNextStep(runOf(state), autoPlay, asked, now)
  assertNotTooSoon(valueFor(operator.cycleMs, game), state.betAt[game], now)
  const terms = stakeTermsOf(config, rate, valueFor(operator.highestStake, game))
  assertStakeWithin(terms, stake, rate)
  const { maxPayout } = terms
  const payable = (multiplier: Multiplier) => {
    if (payoutOf(stake, multiplier) <= maxPayout) return
    throw new Refusal(
      'payout_too_large',
      `This could pay more than ${toDecimal(maxPayout, rate.decimals)} ${coin}, the most that a bet pays`,
    )
  }
  payable(rules.topMultiplier(params))

  const usd = usdOf(stake, rate, DOLLAR_DECIMALS)
  const placed: PlacedBet = {
    ...{ id, key, game, coin, placedAt: now, params, stake, pair: pair.ordinal, nonce: state.nonce },
    ...{ usd, edgeUsd: edgeOf(usd, inBasisPoints(rules.edge(params))) },
    ...{ receipts: [state.receipts + 1n], steps: [], stepKeys: [], autoPlay },
  }
  const outcome = drawnOf(placed, pair)
  const money = { player: state.uid, coin, amount: stake, bet: id, game }
  const step = (net: bigint, won: bigint | undefined) =>
    autoPlay ? changeOf(runOf(state), 1, net, won) : null
  const settled = (
    multiplier: Multiplier,
    more: Pick<SettledBet, 'steps' | 'outcome' | 'endedBy'>,
  ): Play<SettledBet> => {
    const bet: SettledBet = { ...placed, ...more, at: now, multiplier, payout: payoutOf(stake, multiplier) }
    return {
      ...{ kind: 'bet', state, at: now, bet, releases: releasesOf(state, bet) },
      autoPlay: step(bet.payout - stake, bet.payout - stake),
      money: playRound({ ...money, payout: bet.payout }),
      receipt: sign(
        state,
        receiptOfSettled(bet, 'bet', about(state, pair, key, rate, now, context)),
        context,
      ),
    }
  }
  if (rules.kind === 'instant') {
    return settled(rules.multiplier(params, outcome), { outcome, steps: [], endedBy: null })
  }
  if (plan) {
    const { steps, multiplier, endedBy } = playPlan({ ...placed, outcome }, plan, payable)
    const position = { params, outcome, steps }
    return settled(multiplier, { steps, endedBy, outcome: roundRulesOf(game).settledOutcome(position) })
  }
  const round: OpenRound = { ...placed, touchedAt: now }
  return {
    // What counts for bonuses and levels does so once something was risked.
    ...{ kind: 'open', state, at: now, bet: round, releases: [], money: placeStake(money) },
    autoPlay: step(-stake, undefined),
    receipt: sign(state, receiptOfRound(round, about(state, pair, key, rate, now, context)), context),
  }
}

/** @throws Refusal `stake_too_small`, `stake_too_large` */
export function assertStakeWithin(
  { minStake, maxStake }: Pick<StakeTerms, 'minStake' | 'maxStake'>,
  stake: bigint,
  { coin, decimals }: Rate,
): void {
  const said = (units: bigint) => `${toDecimal(units, decimals)} ${coin}`
  if (stake < minStake) throw new Refusal('stake_too_small', `The smallest stake is ${said(minStake)}`)
  if (stake > maxStake) throw new Refusal('stake_too_large', `The largest stake is ${said(maxStake)}`)
}

/** What a bet that is decided releases of the bonuses that its player had when it was placed. */
export function releasesOf(
  { uid, rights }: PlayerState,
  { id, edgeUsd, placedAt }: Pick<SettledBet, 'id' | 'edgeUsd' | 'placedAt'>,
): Play['releases'] {
  return planReleases(rights.bonuses, { edgeUsd, at: placedAt }).map((release) => ({
    ...release,
    money: releaseBonus({
      ...{ player: uid, coin: release.bonus.coin, amount: release.amount },
      ...{ bonus: release.bonus.id, step: id },
    }),
  }))
}

/** The player's auto-play, which has to be the one of the bet. */
export function runOf({ autoPlay }: PlayerState): AutoPlayState {
  if (!autoPlay) throw new Error('No auto-play is under way')
  return autoPlay
}

/** What the end of a round does to the auto-play that has begun it: one that has ended meanwhile is counted on. */
export function settledRound(
  { autoPlay: run }: PlayerState,
  { autoPlay, stake }: Pick<OpenRound, 'autoPlay' | 'stake'>,
  payout: bigint,
): AutoPlayChange | null {
  if (!autoPlay) return null
  if (run?.id === autoPlay.id) return changeOf(run, 0, payout, payout - stake)
  return { id: autoPlay.id, done: 0, net: payout, end: null }
}

/** @throws Refusal `too_soon` */
export function assertNotTooSoon(cycleMs: number, before: number | undefined, now: number): void {
  if (before === undefined || cycleMs === 0) return
  const left = before + cycleMs - now
  if (left <= 0) return
  // A clock of another process may be ahead: nobody waits longer than a cycle.
  throw new Refusal('too_soon', 'The bet before was too short a time ago', {
    retryAfterMs: Math.min(left, cycleMs),
  })
}

/** A whole round: its steps one after the other until one ends it, or it is cashed out after the last. */
function playPlan(
  { game, params, outcome }: PlacedBet & { readonly outcome: unknown },
  plan: readonly unknown[],
  payable: (multiplier: Multiplier) => void,
): { readonly steps: readonly unknown[]; readonly multiplier: Multiplier; readonly endedBy: RoundEnd } {
  const rules = roundRulesOf(game)
  return byRules('bad_params', () => {
    // All of them have to be allowed, whether the round comes so far or not: nothing is told by a refusal.
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

const about = (
  state: PlayerState,
  pair: CurrentPair,
  key: string,
  { decimals }: Pick<Rate, 'decimals'>,
  at: number,
  { player }: PlanContext,
) => ({ key, player, pair, decimals, at, prev: state.receiptHash })

export function sign(state: PlayerState, text: string, { signer }: PlanContext): SignedReceipt {
  const signature = signer.sign(text)
  return { sequence: state.receipts + 1n, text, kid: signer.kid, signature, hash: hashOfText(text) }
}

/** What ends or continues an open round. */
export type AskedStep =
  /** @param after how many steps the player had seen; it is taken at no other place */
  | {
      readonly type: 'step'
      readonly key: string
      readonly step: unknown
      readonly after?: number | undefined
    }
  | { readonly type: 'cash-out'; readonly key: string }
  /** Nobody came back to it. */
  | { readonly type: 'lapse' }

/** @throws Refusal `bad_step`, `payout_too_large` */
export function planStep(
  state: PlayerState,
  round: OpenRound,
  asked: AskedStep,
  rate: Rate,
  context: PlanContext,
): Play<OpenRound | SettledBet> {
  const { pair } = state
  if (pair?.ordinal !== round.pair) {
    // It was read while the seeds were changed.
    throw new Refusal('unavailable', `Round ${round.id} is not of the current pair`, { retryAfterS: 1 })
  }
  const outcome = drawnOf(round, pair)
  // The clock of another process may have been ahead.
  const at = Math.max(context.now, round.touchedAt)
  const { steps, multiplier, endedBy, isGivenBack } = take(round, outcome, asked, rate, context)
  const key = asked.type === 'lapse' ? round.key : asked.key
  const next: OpenRound = {
    ...round,
    ...{ steps, stepKeys: asked.type === 'lapse' ? round.stepKeys : [...round.stepKeys, key] },
    ...{ touchedAt: at, receipts: [...round.receipts, state.receipts + 1n] },
  }
  const said = about(state, pair, key, rate, at, context)
  if (multiplier === undefined) {
    const receipt = sign(state, receiptOfStep(next, outcome, said), context)
    return { kind: 'step', state, at, bet: next, money: null, releases: [], receipt, autoPlay: null }
  }
  const { game, coin, stake, id, params } = round
  const payout = payoutOf(stake, multiplier)
  const bet: SettledBet = {
    ...next,
    ...{ at, multiplier, payout, endedBy },
    // A stake that was never risked counts for nothing.
    ...(isGivenBack && { usd: 0n, edgeUsd: 0n }),
    outcome: roundRulesOf(game).settledOutcome({ params, outcome, steps }),
  }
  return {
    ...{ kind: 'settle', state, at, bet, givenBack: isGivenBack ? 100 : 0 },
    ...{ releases: releasesOf(state, bet), autoPlay: settledRound(state, round, payout) },
    money: payout === 0n ? null : settlePayout({ player: state.uid, coin, amount: payout, bet: id, game }),
    receipt: sign(state, receiptOfSettled(bet, 'settle', said), context),
  }
}

interface Taken {
  readonly steps: readonly unknown[]
  /** Undefined while the round goes on. */
  readonly multiplier: Multiplier | undefined
  readonly endedBy: RoundEnd
  /** Nobody came back to a round in which nothing was risked. */
  readonly isGivenBack: boolean
}

function take(
  { game, params, stake, steps }: OpenRound,
  outcome: unknown,
  asked: AskedStep,
  rate: Rate,
  { config }: PlanContext,
): Taken {
  const rules = roundRulesOf(game)
  const position = { params, outcome, steps }
  if (asked.type === 'step') {
    return byRules('bad_step', () => {
      const step = rules.parseStep(asked.step)
      const { maxPayout } = stakeTermsOf(config, rate, null)
      const after = payoutOf(stake, rules.valueAfter(position, step))
      // The first one was decided when the bet was taken: the price of the coin may have moved since.
      if (rules.value(position) !== undefined && after > maxPayout) {
        throw new Refusal('payout_too_large', 'This step could pay more than a bet pays at most')
      }
      const multiplier = rules.take(position, step)
      return { steps: [...steps, step], multiplier, endedBy: 'step', isGivenBack: false }
    })
  }
  const value = rules.value(position)
  if (asked.type === 'cash-out') {
    if (value === undefined) throw new Refusal('bad_step', 'There is nothing to cash out')
    return { steps, multiplier: value, endedBy: 'cash-out', isGivenBack: false }
  }
  const isGivenBack = value === undefined
  return { steps, multiplier: value ?? MULTIPLIER_SCALE, endedBy: 'lapsed', isGivenBack }
}

/** Whether a bet that is there already is what is asked for again. */
export function isSameBet(
  known: OpenRound | SettledBet,
  { game, coin, stake, params, plan }: AskedBet,
): boolean {
  if (known.game !== game || known.coin !== coin || known.stake !== stake) return false
  if (!isSameValue(known.params, params)) return false
  const wasPlanned = known.steps.length > 0 && known.stepKeys.length === 0
  if (!plan) return !wasPlanned
  // What came after the step that ended it is not known any more.
  return wasPlanned && isSameValue(known.steps, plan.slice(0, known.steps.length))
}
