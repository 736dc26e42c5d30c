import { CRASH_BETS_PER_ROUND } from '#contract/crash.ts'
import { crashEdge } from '#rules/crash/crash.ts'
import { isGiftGame } from '#rules/fair-games.ts'
import { rulesOf } from '#rules/games.ts'
import {
  planBet as planAskedBet,
  planStep as planAskedStep,
  type AskedStep,
  type BetTerms,
  type Lapse,
  type PlannedBet,
} from '#rules/plan/bet.ts'
import {
  autoTaking,
  cancelled,
  cashOutTaking,
  planCrashBet,
  planCrashTaking,
  restTaking,
  type AskedCrashBet,
  type CrashTaking,
} from '#rules/plan/crash-bet.ts'
import { Refusal } from '#server/base/refusal.ts'
import { planReleases } from '#server/bonuses/release-bonus.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS, type PlayConfig } from '#server/config/play-config.ts'
import { valueFor, type Profile } from '#server/config/profile.ts'
import { placeStake, playRound, releaseBonus, returnStake, settlePayout } from '#server/ledger/movements.ts'
import { afterTheCrash, inRefusals } from './plan-refusals.ts'
import { drawnOf, type CommonBet, type OpenRound, type PlacedBet, type SettledBet } from './play-record.ts'
import type { PlayerState } from './player-state.ts'
import type { AskedTaking, BetRequest, PlayRequest } from './play-requests.ts'
import { rateOf, type Moment, type PlayServices, type PlayTerms } from './play-terms.ts'
import { shareOf, type KnownBet, type Play, type SignedReceipt } from './post-plays.ts'
import type { Signer } from './receipt-keys.ts'
import {
  hashOfText,
  playerName,
  receiptOfRound,
  receiptOfSettled,
  receiptOfSharedBet,
  receiptOfSharedEnd,
  receiptOfSharedPart,
  receiptOfStep,
} from './receipt-text.ts'
import type { OpenSharedBet, SettledSharedBet, SharedRound } from './shared-record.ts'
import { LARGEST_PAYOUT, stakeTermsOf } from './stake-terms.ts'

// A balance needs more than the planner of all engines (`#rules/plan`) decides: the worth of the stake, the money that
// moves, the bonuses that are released, and the receipt. It is added here.

const BASIS_POINTS = 10_000

export interface PlanContext {
  readonly config: PlayConfig
  readonly rules: Profile['play']
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signer: Signer
  /** See `playerName`. */
  readonly player: string
}

interface Planning {
  readonly state: PlayerState
  readonly request: PlayRequest
  readonly id: string
}

/**
 * Plans a request from what is known of its player; asks the database nothing.
 * @throws Refusal: nothing has moved then
 */
export function planPlay(
  { config, rules, secrets }: Pick<PlayServices, 'config' | 'rules' | 'secrets'>,
  { terms, now, signer }: Moment,
  { state, request, id }: Planning,
): Play | KnownBet {
  const context = { config, rules, now, signer, player: playerName(secrets, state.uid) }
  switch (request.type) {
    case 'bet':
      if (!isGiftGame(request.asked.game)) assertPlayable(terms, request.asked.game)
      return planBet(state, request, id, context)
    case 'step': {
      const { asked } = request
      const round = state.rounds.find((each) => each.id === request.id)
      if (!round || round.stepKeys.includes(asked.key)) return { known: request.id }
      if (asked.type === 'step' && asked.after !== undefined && asked.after !== round.steps.length) {
        throw new Refusal('bad_step', 'The round has gone on elsewhere')
      }
      return planStep(state, round, asked, rateOf(terms, round.coin), context)
    }
    case 'lapse': {
      const round = state.rounds.find((each) => each.id === request.id)
      if (!round || round.touchedAt >= request.touchedBefore) return { known: request.id }
      return planStep(state, round, { type: 'lapse' }, rateOf(terms, round.coin), context)
    }
    case 'shared-bet':
      assertPlayable(terms, request.asked.game)
      return planSharedBet(state, request.asked, request.rate, request.round, id, context)
    case 'shared-taking': {
      const { round } = request
      const bet = state.shared.find((each) => each.id === request.id && each.sharedRound === round.id)
      const taking = bet && takingOf(bet, request.taking)
      if (!bet || !taking) return { known: request.id }
      return planSharedTaking(state, bet, taking, round, rateOf(terms, bet.coin), context)
    }
  }
}

function assertPlayable({ games }: PlayTerms, game: string): void {
  if (games.get(game) !== 'playable') throw new Refusal('game_paused', 'The game takes no bets now')
}

/** Null if there is nothing to do. @throws Refusal `key_reused`, `round_settled` */
function takingOf(bet: OpenSharedBet, asked: AskedTaking): CrashTaking | null {
  switch (asked.type) {
    case 'cancel':
      return cancelled(bet)
    case 'cash-out': {
      const { key, share, curve } = asked
      if (bet.stepKeys.includes(key)) return null
      if (key === bet.key) throw new Refusal('key_reused', 'The key belongs to the bet itself')
      const taking = curve && cashOutTaking(bet, { ...curve, share, key })
      if (!taking) throw afterTheCrash()
      return taking
    }
    case 'target':
      return autoTaking(bet, asked.point, asked.by)
    case 'end':
      return (
        (asked.point === null ? null : autoTaking(bet, asked.point, asked.by)) ?? restTaking(bet, asked.rest)
      )
  }
}

/** @param edge from 0 to 1 */
export const inBasisPoints = (edge: number): number => Math.max(0, Math.round(edge * BASIS_POINTS))

/** In the unit of `usd`, rounded down. */
export const edgeOf = (usd: bigint, edgeBps: number): bigint => (usd * BigInt(edgeBps)) / BigInt(BASIS_POINTS)

const crashEdgeOf = (usd: bigint, target: number | null) => edgeOf(usd, inBasisPoints(crashEdge(target)))

const termsOf = ({ config, rules, now }: PlanContext, rate: Rate, game: string): BetTerms => ({
  ...stakeTermsOf(config, rate, valueFor(rules.highestStake, game)),
  cycleMs: valueFor(rules.cycleMs, game),
  now,
})

/**
 * The house has chosen the stake, which may be less than a player may stake. A gift is no stake of a player's, so no
 * limit keeps them from what they have earned.
 */
const freeTermsOf = (terms: BetTerms, game: string): BetTerms =>
  isGiftGame(game)
    ? { now: terms.now, cycleMs: 0, minStake: 1n, maxStake: LARGEST_PAYOUT, maxPayout: LARGEST_PAYOUT }
    : { ...terms, minStake: 1n }

/** @throws Refusal of BET_ERRORS; `AutoPlayStop` */
export function planBet(
  state: PlayerState,
  { asked, rate, isFree = false }: Omit<BetRequest, 'type'>,
  id: string,
  context: PlanContext,
): Play<OpenRound | SettledBet> {
  const { game, coin, stake, params, key } = asked
  const { pair } = state
  if (!pair) throw new Refusal('client_seed_missing', 'Choose a client seed first')
  const usd = isFree ? 0n : usdOf(stake, rate, DOLLAR_DECIMALS)
  const placedAs = <Bet extends PlannedBet>(bet: Bet): Bet & PlacedBet => ({
    ...bet,
    id,
    pair: pair.ordinal,
    nonce: state.nonce,
    usd,
    edgeUsd: edgeOf(usd, inBasisPoints(rulesOf(game).edge(params))),
    receipts: [state.receipts + 1n],
  })
  const terms = termsOf(context, rate, game)
  const plan = inRefusals(rate, () =>
    planAskedBet(state, asked, isFree ? freeTermsOf(terms, game) : terms, (bet) => drawnOf(placedAs(bet), pair)),
  )
  const at = context.now
  const said = { ...about(state, key, rate, at, context), pair }
  const money = { player: state.uid, coin, amount: stake, bet: id, game }
  if (plan.kind === 'open') {
    if (isFree) throw new Error(`${game} has no free bets: a round could give the stake back`)
    const bet: OpenRound = { ...placedAs(plan.bet), touchedAt: at }
    return {
      kind: 'open',
      state,
      at,
      bet,
      // A stake counts for bonuses and levels once it was risked.
      releases: [],
      money: placeStake(money),
      autoPlay: plan.autoPlay,
      receipt: sign(state, receiptOfRound(bet, said), context),
    }
  }
  const bet: SettledBet = { ...placedAs(plan.bet), isFree }
  return {
    kind: 'bet',
    state,
    at,
    bet,
    releases: releasesOf(state, bet),
    money: playRound({ ...money, payout: bet.payout }),
    autoPlay: plan.autoPlay,
    receipt: sign(state, receiptOfSettled(bet, 'bet', said), context),
  }
}

/** @throws Refusal `bad_step`, `payout_too_large` */
export function planStep(
  state: PlayerState,
  round: OpenRound,
  asked: AskedStep | Lapse,
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
  const touched: OpenRound = { ...round, touchedAt: at, receipts: [...round.receipts, state.receipts + 1n] }
  const { maxPayout } = stakeTermsOf(context.config, rate, null)
  const plan = inRefusals(rate, () => planAskedStep(state, touched, outcome, asked, { maxPayout, at }))
  const said = { ...about(state, asked.type === 'lapse' ? round.key : asked.key, rate, at, context), pair }
  if (plan.kind === 'step') {
    const { bet } = plan
    const receipt = sign(state, receiptOfStep(bet, outcome, said), context)
    return { kind: 'step', state, at, bet, money: null, releases: [], receipt, autoPlay: null }
  }
  const { isGivenBack } = plan
  // A stake that was never risked counts for nothing.
  const bet: SettledBet = { ...plan.bet, isFree: false, ...(isGivenBack && { usd: 0n, edgeUsd: 0n }) }
  const { game, coin, id, payout } = bet
  return {
    kind: 'settle',
    state,
    at,
    bet,
    givenBack: isGivenBack ? 100 : 0,
    releases: releasesOf(state, bet),
    autoPlay: plan.autoPlay,
    money: payout === 0n ? null : settlePayout({ player: state.uid, coin, amount: payout, bet: id, game }),
    receipt: sign(state, receiptOfSettled(bet, 'settle', said), context),
  }
}

/** @throws Refusal of BET_ERRORS, `bets_full`, `round_open` for an auto-play whose bet is still in; `AutoPlayStop` */
export function planSharedBet(
  state: PlayerState,
  asked: AskedCrashBet,
  rate: Rate,
  round: SharedRound,
  id: string,
  context: PlanContext,
): Play<OpenSharedBet> {
  const { key, game, coin, stake, target } = asked
  const { now: at } = context
  const player = {
    ...state,
    inRound: state.shared.filter((bet) => bet.sharedRound === round.id),
    waiting: state.shared.map(({ autoPlay }) => autoPlay),
  }
  const terms = { ...termsOf(context, rate, game), betsPerRound: CRASH_BETS_PER_ROUND }
  const plan = inRefusals(rate, () => planCrashBet(player, asked, terms))
  const usd = usdOf(stake, rate, DOLLAR_DECIMALS)
  const bet: OpenSharedBet = {
    ...plan.bet,
    id,
    sharedRound: round.id,
    place: plan.place,
    touchedAt: at,
    usd,
    edgeUsd: crashEdgeOf(usd, target),
    receipts: [state.receipts + 1n],
  }
  return {
    kind: 'open',
    state,
    at,
    bet,
    bettingIn: round.id,
    releases: [],
    money: placeStake({ player: state.uid, coin, amount: stake, bet: id, game }),
    autoPlay: plan.autoPlay,
    receipt: sign(state, receiptOfSharedBet(bet, round, about(state, key, rate, at, context)), context),
  }
}

export function planSharedTaking(
  state: PlayerState,
  bet: OpenSharedBet,
  taking: CrashTaking,
  round: SharedRound,
  rate: Rate,
  context: PlanContext,
): Play<OpenSharedBet | SettledSharedBet> {
  const at = Math.max(context.now, bet.touchedAt)
  const touched: OpenSharedBet = { ...bet, touchedAt: at, receipts: [...bet.receipts, state.receipts + 1n] }
  const plan = planCrashTaking(state, touched, taking, at)
  const said = about(state, taking.key, rate, at, context)
  if (plan.kind === 'step') {
    const receipt = sign(state, receiptOfSharedPart(plan.bet, round, said), context)
    return { kind: 'step', state, at, bet: plan.bet, money: null, releases: [], receipt, autoPlay: null }
  }
  const { givenBack } = plan
  const usd = bet.usd - shareOf(bet.usd, givenBack)
  const { touchedAt: _, ...ended } = plan.bet
  const settled: SettledSharedBet = {
    ...ended,
    ...(givenBack > 0 && { usd, edgeUsd: crashEdgeOf(usd, bet.params.target) }),
  }
  const { coin, id, game, payout } = settled
  const moved = { player: state.uid, coin, amount: payout, bet: id, game }
  return {
    kind: 'settle',
    state,
    at,
    bet: settled,
    givenBack,
    // A bet is cancelled only while its round takes bets.
    ...(taking.endedBy === 'cancelled' && { bettingIn: round.id }),
    releases: releasesOf(state, settled),
    autoPlay: plan.autoPlay,
    money: payout === 0n ? null : givenBack === 100 ? returnStake(moved) : settlePayout(moved),
    receipt: sign(state, receiptOfSharedEnd(settled, round, said), context),
  }
}

/** A bet releases bonuses that its player had when it was placed. */
function releasesOf(
  { uid, rights }: PlayerState,
  { id, edgeUsd, placedAt }: Pick<CommonBet, 'id' | 'edgeUsd' | 'placedAt'>,
): Play['releases'] {
  return planReleases(rights.bonuses, { edgeUsd, at: placedAt }).map((release) => ({
    ...release,
    money: releaseBonus({
      player: uid,
      coin: release.bonus.coin,
      amount: release.amount,
      bonus: release.bonus.id,
      step: id,
    }),
  }))
}

const about = (
  state: PlayerState,
  key: string,
  { decimals }: Pick<Rate, 'decimals'>,
  at: number,
  { player }: PlanContext,
) => ({ key, player, decimals, at, prev: state.receiptHash })

function sign(state: PlayerState, text: string, { signer }: PlanContext): SignedReceipt {
  const signature = signer.sign(text)
  return { sequence: state.receipts + 1n, text, kid: signer.kid, signature, hash: hashOfText(text) }
}
