import { CRASH_BETS_PER_ROUND } from '#contract/crash.ts'
import type { RoundEnd } from '#contract/play.ts'
import { CRASH_MIN_TARGET, crashCapOf, crashEdge } from '#rules/crash/crash.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier } from '#rules/crash/crash-curve.ts'
import { Refusal } from '#server/base/refusal.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import { valueFor } from '#server/config/profile.ts'
import { placeStake, returnStake, settlePayout } from '#server/ledger/movements.ts'
import { assertNextStep, changeOf, type AutoPlayStep } from './auto-play-rules.ts'
import {
  assertNotTooSoon,
  assertStakeWithin,
  edgeOf,
  inBasisPoints,
  releasesOf,
  runOf,
  settledRound,
  sign,
  type PlanContext,
} from './plan-play.ts'
import type { PlayerState } from './player-state.ts'
import { shareOf, type Play } from './post-plays.ts'
import { receiptOfSharedBet, receiptOfSharedEnd, receiptOfSharedPart } from './receipt-text.ts'
import type { OpenSharedBet, SettledSharedBet, SharedPart, SharedRound } from './shared-record.ts'
import { stakeTermsOf } from './stake-terms.ts'

export interface AskedSharedBet {
  readonly key: string
  readonly coin: string
  /** In the coin's smallest unit. */
  readonly stake: bigint
  /** In hundredths; null where the player goes out himself. */
  readonly target: number | null
  readonly rate: Rate
  /** Null for a bet by hand. */
  readonly autoPlay: AutoPlayStep | null
}

const edgeBpsOf = (target: number | null) => inBasisPoints(crashEdge(target))

/**
 * @throws Refusal `bets_full`, `round_open` for an auto-play whose bet is still in, `too_soon`, `stake_too_small`,
 *   `stake_too_large`, `payout_too_large`, `auto_play_step_taken`; `AutoPlayStop`
 */
export function planSharedBet(
  state: PlayerState,
  asked: AskedSharedBet,
  round: SharedRound,
  id: string,
  context: PlanContext,
): Play<OpenSharedBet> {
  const { config, rules: operator, now } = context
  const { coin, stake, target, rate, key, autoPlay } = asked
  const { game } = round
  const beside = state.shared.filter((bet) => bet.sharedRound === round.id)
  if (autoPlay) {
    assertNextStep(runOf(state), autoPlay, { game, coin, stake }, now)
    // Its stops can only be held once that is decided.
    if (state.shared.some((bet) => bet.autoPlay?.id === autoPlay.id)) {
      throw new Refusal('round_open', 'The bet before of this auto-play is still in')
    }
  }
  if (beside.length >= CRASH_BETS_PER_ROUND) {
    throw new Refusal('bets_full', `A player has ${CRASH_BETS_PER_ROUND} bets in a round at most`)
  }
  // Two bets in one round are one cycle of the game.
  if (beside.length === 0) assertNotTooSoon(valueFor(operator.cycleMs, game), state.betAt[game], now)
  const terms = stakeTermsOf(config, rate, valueFor(operator.highestStake, game))
  assertStakeWithin(terms, stake, rate)
  const cap = crashCapOf(stake, terms.maxPayout)
  if (cap < CRASH_MIN_TARGET) {
    const most = `${toDecimal(terms.maxPayout, rate.decimals)} ${coin}`
    throw new Refusal('payout_too_large', `This could pay more than ${most}, the most that a bet pays`)
  }
  const usd = usdOf(stake, rate, DOLLAR_DECIMALS)
  const bet: OpenSharedBet = {
    ...{ id, key, game, coin, placedAt: now, touchedAt: now, stake, usd, autoPlay },
    ...{ sharedRound: round.id, params: { target, cap }, steps: [], stepKeys: [] },
    place: beside.some(({ place }) => place === 1) ? 2 : 1,
    edgeUsd: edgeOf(usd, edgeBpsOf(target)),
    receipts: [state.receipts + 1n],
  }
  return {
    ...{ kind: 'open', state, at: now, bet, releases: [], bettingIn: round.id },
    money: placeStake({ player: state.uid, coin, amount: stake, bet: id, game }),
    autoPlay: autoPlay ? changeOf(runOf(state), 1, -stake, undefined) : null,
    receipt: sign(state, receiptOfSharedBet(bet, round, about(state, key, rate, now, context)), context),
  }
}

/** What happens to a bet of a shared round. */
export interface SharedTaking {
  /** Parts that come to those it has. */
  readonly parts: readonly SharedPart[]
  /** Idempotency key of the request; the bet's own where there was none. */
  readonly key: string
  /** Null while something of it is still in. */
  readonly endedBy: RoundEnd | null
  /** Only while the round takes bets. */
  readonly isBetting?: boolean
}

/** A part of a bet is taken out, or all that is left of it ends. */
export function planSharedTaking(
  state: PlayerState,
  bet: OpenSharedBet,
  { parts, key, endedBy, isBetting = false }: SharedTaking,
  round: SharedRound,
  rate: Rate,
  context: PlanContext,
): Play<OpenSharedBet | SettledSharedBet> {
  const at = Math.max(context.now, bet.touchedAt)
  const next: OpenSharedBet = {
    ...{ ...bet, touchedAt: at, steps: [...bet.steps, ...parts] },
    stepKeys: [...bet.stepKeys, ...parts.map(() => key)],
    receipts: [...bet.receipts, state.receipts + 1n],
  }
  const said = about(state, key, rate, at, context)
  if (endedBy === null) {
    const receipt = sign(state, receiptOfSharedPart(next, round, said), context)
    return { kind: 'step', state, at, bet: next, money: null, releases: [], receipt, autoPlay: null }
  }
  const multiplier = crashPartsMultiplier(next.steps)
  const payout = payoutOf(bet.stake, multiplier)
  const givenBack = next.steps.reduce((sum, { share, by }) => (by === 'refund' ? sum + share : sum), 0)
  const isGivenBack = givenBack === 100
  const usd = bet.usd - shareOf(bet.usd, givenBack)
  const { touchedAt: _, ...ended } = next
  const settled: SettledSharedBet = {
    ...{ ...ended, at, multiplier, payout, endedBy },
    ...(givenBack > 0 && { usd, edgeUsd: edgeOf(usd, edgeBpsOf(bet.params.target)) }),
  }
  const { coin, id, game } = bet
  const moved = { player: state.uid, coin, amount: payout, bet: id, game }
  return {
    ...{ kind: 'settle', state, at, bet: settled, givenBack },
    ...(isBetting && { bettingIn: round.id }),
    releases: releasesOf(state, settled),
    autoPlay: settledRound(state, bet, payout),
    money: payout === 0n ? null : isGivenBack ? returnStake(moved) : settlePayout(moved),
    receipt: sign(state, receiptOfSharedEnd(settled, round, said), context),
  }
}

const about = (
  state: PlayerState,
  key: string,
  { decimals }: Pick<Rate, 'decimals'>,
  at: number,
  { player }: PlanContext,
) => ({ key, player, decimals, at, prev: state.receiptHash })
