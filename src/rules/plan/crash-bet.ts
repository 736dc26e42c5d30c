import type { CrashCashOut } from '#contract/crash.ts'
import type { RoundEnd } from '#contract/play.ts'
import { CRASH_MIN_TARGET } from '#rules/crash/crash.ts'
import {
  crashAutoOf,
  crashPartsMultiplier,
  crashShareLeft,
  crashTimeOf,
  type CrashPart,
} from '#rules/crash/crash-curve.ts'
import { payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { crashCapOf, crashCashOutAt } from '#rules/crash/crash.ts'
import {
  assertNextStep,
  changeOf,
  settledRound,
  type AutoPlayChange,
  type AutoPlayState,
} from './auto-play.ts'
import {
  assertNotTooSoon,
  assertStakeWithin,
  runOf,
  type AskedBet,
  type BetTerms,
  type PlannedBet,
  type PlayerFacts,
} from './bet.ts'
import { PlanRefusal } from './plan-refusal.ts'

// Plans bets and cash-outs of Crash for every engine. Points of the curve are in hundredths: 231 is 2.31×.

export interface CrashBetParams {
  /** Point of the automatic cash-out; null if the player cashes out manually. */
  readonly target: number | null
  /** Point at which the payout reaches its limit. */
  readonly cap: number
}

/** A part of the stake that was cashed out; `refund` returned it. */
export interface TakenPart extends CrashPart {
  readonly by: CrashCashOut['by'] | 'refund'
  /** Arrival time of the request, in milliseconds from the start of the curve; null if no request was needed. */
  readonly arrivedMs: number | null
}

/** A bet in a shared round: the round decides it, not the player's seeds. */
export interface PlannedCrashBet extends PlannedBet {
  readonly params: CrashBetParams
  readonly steps: readonly TakenPart[]
}

export interface CrashEnding {
  readonly at: number
  readonly multiplier: Multiplier
  readonly payout: bigint
  readonly endedBy: RoundEnd
}

export interface CrashPlayerFacts extends Pick<PlayerFacts, 'betAt' | 'autoPlay'> {
  /** The player's open bets in this round, by place. */
  readonly inRound: readonly { readonly place: number }[]
  /** Auto-plays with an undecided bet in any round. */
  readonly waiting: readonly (PlannedBet['autoPlay'] | undefined)[]
}

export interface AskedCrashBet extends Pick<AskedBet, 'key' | 'game' | 'coin' | 'stake' | 'autoPlay'> {
  readonly target: number | null
}

/** @throws PlanRefusal */
export function planCrashBet(
  player: CrashPlayerFacts,
  asked: AskedCrashBet,
  terms: BetTerms & { readonly betsPerRound: number },
): {
  readonly bet: PlannedCrashBet
  readonly place: number
  readonly autoPlay: AutoPlayChange | null
} {
  const { target, ...wanted } = asked
  const { stake } = wanted
  const { now, betsPerRound } = terms
  const run = runOf(player, asked)
  if (run) assertNextStep(run, asked, now)
  // The auto-play's stops can be checked only after that bet is decided.
  if (run && player.waiting.some((each) => each?.id === run.id)) {
    throw new PlanRefusal('round_open', 'The bet before of this auto-play is still in')
  }
  if (player.inRound.length >= betsPerRound) {
    throw new PlanRefusal('bets_full', `A player has ${betsPerRound} bets in a round at most`)
  }
  // Two bets in one round count as one cycle of the game.
  if (player.inRound.length === 0) assertNotTooSoon(terms.cycleMs, player.betAt[asked.game], now)
  assertStakeWithin(terms, stake)
  const cap = crashCapOf(stake, terms.maxPayout)
  if (cap < CRASH_MIN_TARGET) {
    throw new PlanRefusal('payout_too_large', 'The bet could pay too much', { bound: terms.maxPayout })
  }
  return {
    bet: { ...wanted, placedAt: now, params: { target, cap }, steps: [], stepKeys: [] },
    place: player.inRound.some(({ place }) => place === 1) ? 2 : 1,
    autoPlay: run && changeOf(run, 1, -stake, undefined),
  }
}

/** A change of a Crash bet. */
export interface CrashTaking {
  /** New parts, in addition to earlier ones. */
  readonly parts: readonly TakenPart[]
  /** Idempotency key of the request; without a request, the bet's own key. */
  readonly key: string
  /** Null while a part of the bet is still in play. */
  readonly endedBy: RoundEnd | null
}

const allOf = (
  bet: PlannedCrashBet,
  part: Omit<TakenPart, 'share' | 'arrivedMs'>,
  endedBy: RoundEnd,
  key = bet.key,
): CrashTaking => ({
  parts: [{ ...part, share: crashShareLeft(bet.steps), arrivedMs: null }],
  key,
  endedBy,
})

/** While betting is open a player can cancel: the whole stake comes back. */
export const cancelled = (bet: PlannedCrashBet): CrashTaking =>
  allOf(bet, { point: 100, by: 'refund' }, 'cancelled')

/**
 * The cash-out at the target or the cap; null if the curve has not reached it. @param point where the curve is or has
 * ended
 */
export function autoTaking(bet: PlannedCrashBet, point: number, by?: 'takeover'): CrashTaking | null {
  const auto = crashAutoOf(bet.params)
  if (auto.point > point) return null
  return allOf(bet, { point: auto.point, by: by ?? auto.by }, 'cash-out')
}

/** Ends what is left of a bet when its round is over. */
export const restTaking = (bet: PlannedCrashBet, rest: 'lost' | 'refund'): CrashTaking =>
  rest === 'refund'
    ? allOf(bet, { point: 100, by: 'refund' }, 'void')
    : { parts: [], key: bet.key, endedBy: 'crash' }

/**
 * The cash-out of a request that arrived `ms` after the start; null if the curve had ended.
 * @param point where the round crashes
 */
export function cashOutTaking(
  bet: PlannedCrashBet,
  {
    ms,
    point,
    share,
    key,
  }: { readonly ms: number; readonly point: number; readonly share: 50 | 100; readonly key: string },
): CrashTaking | null {
  const left = crashShareLeft(bet.steps)
  const auto = crashAutoOf(bet.params)
  // The automatic cash-out came first.
  if (auto.point <= point && crashTimeOf(auto.point) <= ms) return allOf(bet, auto, 'cash-out', key)
  const shown = crashCashOutAt(ms, point)
  if (shown === undefined) return null
  const part: TakenPart = { share: Math.min(share, left), point: shown, by: 'player', arrivedMs: ms }
  return { parts: [part], key, endedBy: part.share === left ? 'cash-out' : null }
}

export type CrashTakingPlan<Bet extends PlannedCrashBet> =
  | { readonly kind: 'step'; readonly bet: Bet }
  | {
      readonly kind: 'settle'
      readonly bet: Bet & CrashEnding
      /** Percent of the stake that was refunded: it was not at risk and does not count. */
      readonly givenBack: number
      readonly autoPlay: AutoPlayChange | null
    }

export function planCrashTaking<Bet extends PlannedCrashBet>(
  { autoPlay: run }: { readonly autoPlay: AutoPlayState | null },
  bet: Bet,
  { parts, key, endedBy }: CrashTaking,
  at: number,
): CrashTakingPlan<Bet> {
  const steps = [...bet.steps, ...parts]
  const next: Bet = { ...bet, steps, stepKeys: [...bet.stepKeys, ...parts.map(() => key)] }
  if (endedBy === null) return { kind: 'step', bet: next }
  const multiplier = crashPartsMultiplier(steps)
  const payout = payoutOf(bet.stake, multiplier)
  return {
    kind: 'settle',
    bet: { ...next, at, multiplier, payout, endedBy },
    givenBack: steps.reduce((sum, { share, by }) => (by === 'refund' ? sum + share : sum), 0),
    autoPlay: settledRound(run, bet, payout),
  }
}
