import { createStream } from '#fair/stream.ts'
import type { createHistoryFollowers } from '#features/play/create-engine.ts'
import type { BetRequest, OpenRound, RoundState, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { rulesOf, type PlayGame, type RoundGame } from '#rules/games.ts'
import type { AutoPlayChange } from '#rules/plan/auto-play.ts'
import {
  answeredAfter,
  isSameBet,
  planBet,
  planStep,
  readParams,
  type AskedStep,
  type Ending,
  type OpenPlan,
  type PlannedBet,
  type SettledPlan,
} from '#rules/plan/bet.ts'
import { PlanRefusal } from '#rules/plan/plan-refusal.ts'
import { toOpenRound, type AccountRecord, type RandomSource, type RoundRecord } from './account-record.ts'
import { readBet, readRoundBet, toSettledBet, type BetRecord, type RoundBetRecord } from './bet-record.ts'
import { DEMO_COIN, DEMO_LIMITS } from './demo-coin.ts'
import type { LocalAutoPlays } from './local-auto-plays.ts'
import { HISTORY_LIMIT, revealed } from './local-history.ts'
import type { PlayTransaction } from './play-database.ts'
import type { Change, Opened, PlayVault } from './play-vault.ts'

/** Old bets are removed once in so many new ones. */
const PRUNE_EVERY = 100

export interface LocalPlay {
  readonly vault: PlayVault
  readonly autoPlays: LocalAutoPlays
  readonly followers: ReturnType<typeof createHistoryFollowers>
  readonly random: RandomSource
  readonly now: () => number
}

/** @throws PlayError `insufficient_balance`; PlanRefusal */
export async function place(play: LocalPlay, request: BetRequest): Promise<OpenRound | SettledBet> {
  const { vault, autoPlays } = play
  const { key, game, params, stake, autoPlay = null } = request
  try {
    const { coin } = DEMO_COIN
    // A screen built for a later game may run beside this engine.
    const asked = { key, game, coin, stake, autoPlay, ...readParams(game, params) }
    const { placed, change, isNew } = await vault.change((opened) => placeIn(play, opened, asked))
    if (!isNew) return placed
    const isOpen = !('outcome' in placed)
    autoPlays.placed(asked, change, isOpen)
    if (!isOpen) afterBet(play, placed)
    return placed
  } catch (error) {
    if (autoPlay) autoPlays.refused(error)
    throw error
  }
}

interface PlacedNow {
  readonly placed: OpenRound | SettledBet
  readonly change: AutoPlayChange | null
  readonly isNew: boolean
}

async function placeIn(
  { autoPlays, now }: LocalPlay,
  { transaction, account }: Opened,
  asked: Parameters<typeof planBet>[1],
): Promise<Change<PlacedNow>> {
  const { key, game, stake } = asked
  const [current, stored] = await Promise.all([account, transaction.bet(key)])
  const known = readBet(stored) ?? current.rounds.find(({ id }) => id === key)
  if (stored !== undefined || known) {
    if (!known || !isSameBet(plannedOf(known), asked)) {
      throw new PlanRefusal('key_reused', 'The key belongs to another bet')
    }
    return { answer: { placed: await placedBefore(transaction, known), change: null, isNew: false } }
  }
  const player = { rounds: current.rounds, betAt: {}, autoPlay: autoPlays.current() }
  const plan = planBet(player, asked, { ...DEMO_LIMITS, cycleMs: 0, now: now() }, () =>
    rulesOf(game).draw(createStream(current), asked.params),
  )
  if (stake > current.balance) {
    const message = `${stake} is more than the balance of ${current.balance}`
    throw new PlayError('insufficient_balance', message)
  }
  const taken = { ...current, balance: current.balance - stake, nonce: current.nonce + 1 }
  const record = recordOf(current, plan)
  if (plan.kind === 'open') {
    const round: RoundRecord = { ...record, game: plan.bet.game as RoundGame, startedAt: plan.bet.placedAt }
    return {
      answer: { placed: toOpenRound(round), change: plan.autoPlay, isNew: true },
      account: { ...taken, rounds: [...current.rounds, round] },
    }
  }
  const bet: BetRecord = { ...record, ...endingOf(current, plan.bet) }
  return {
    bet,
    answer: { placed: toSettledBet(bet, null), change: plan.autoPlay, isNew: true },
    account: { ...taken, balance: taken.balance + bet.payout, lastBet: bet.sequence },
  }
}

/** The answer to a bet that is asked for again: a round as it was placed, whatever has become of it. */
async function placedBefore(
  transaction: PlayTransaction,
  known: BetRecord | RoundRecord,
): Promise<OpenRound | SettledBet> {
  if (!('payout' in known)) return toOpenRound(known, 0)
  const round = readRoundBet(known)
  if (round && round.keys.length > 0) return toOpenRound(round, 0)
  return (await unsealed(transaction, known)) as SettledBet
}

const unsealed = async (transaction: PlayTransaction, bet: BetRecord) =>
  (await revealed(transaction, [bet]))[0]

/**
 * A step of an open round, or its cash-out.
 * @throws PlayError `round_not_found`, `round_settled`; PlanRefusal
 */
export async function step(play: LocalPlay, roundId: string, asked: AskedStep): Promise<RoundState> {
  const { vault, autoPlays } = play
  try {
    const { state, isNew } = await vault.change((opened) => stepIn(play, opened, roundId, asked))
    if (isNew && state.status === 'settled') {
      const { stake, payout } = state.bet
      autoPlays.settled({ key: roundId, stake, payout })
      afterBet(play, state.bet)
    }
    return state
  } catch (error) {
    // The round was ended elsewhere, or its account is gone: what is shown follows what is stored.
    if (error instanceof PlayError && (error.code === 'round_not_found' || error.code === 'round_settled'))
      await vault.change(async ({ account }) => ({ answer: await account })).catch(() => undefined)
    throw error
  }
}

async function stepIn(
  { now }: LocalPlay,
  { transaction, account }: Opened,
  roundId: string,
  asked: AskedStep,
): Promise<Change<{ readonly state: RoundState; readonly isNew: boolean }>> {
  const current = await account
  const round = current.rounds.find(({ id }) => id === roundId)
  const known = round ?? readRoundBet(await transaction.bet(roundId))
  if (!known) throw new PlayError('round_not_found', `There is no round ${roundId}`)
  const steps = answeredAfter(plannedOf(known), asked)
  if (steps !== undefined) {
    const isEnd = 'payout' in known && steps === known.keys.length
    const state: RoundState = isEnd
      ? { status: 'settled', bet: (await unsealed(transaction, known)) as SettledBet<RoundGame> }
      : { status: 'open', round: toOpenRound(known, steps) }
    return { answer: { state, isNew: false } }
  }
  if (!round) throw new PlayError('round_settled', `Round ${roundId} is over`)
  const terms = { maxPayout: DEMO_LIMITS.maxPayout, at: now() }
  const plan = planStep({ autoPlay: null }, plannedOf(round), round.outcome, asked, terms)
  const next: RoundRecord = { ...round, steps: plan.bet.steps, keys: [...plan.bet.stepKeys] }
  const others = current.rounds.filter(({ id }) => id !== roundId)
  if (plan.kind === 'step') {
    return {
      answer: { state: { status: 'open', round: toOpenRound(next) }, isNew: true },
      account: { ...current, rounds: [...others, next] },
    }
  }
  const bet: RoundBetRecord = { ...next, ...endingOf(current, plan.bet) }
  const balance = current.balance + bet.payout
  return {
    bet,
    answer: {
      state: { status: 'settled', bet: toSettledBet(bet, null) as SettledBet<RoundGame> },
      isNew: true,
    },
    account: { ...current, rounds: others, balance, lastBet: bet.sequence },
  }
}

/** A stored bet or round as the planner knows it. */
const plannedOf = ({
  id,
  game,
  coin,
  params,
  stake,
  steps,
  keys,
  ...more
}: RoundRecord | BetRecord): PlannedBet => ({
  key: id,
  game,
  coin,
  params,
  stake,
  steps,
  stepKeys: keys,
  placedAt: more.startedAt ?? ('time' in more ? more.time : 0),
  // An auto-play goes no further than its page, which knows its steps by the keys of their bets.
  autoPlay: null,
})

/** A bet drawn with the current pair, open or settled, as stored. */
const recordOf = (
  { serverSeedHash, clientSeed, nonce }: AccountRecord,
  { bet: { key, game, params, stake, steps }, outcome }: OpenPlan | SettledPlan,
) => ({
  id: key,
  game: game as PlayGame,
  params,
  outcome,
  stake,
  coin: DEMO_COIN.coin,
  decimals: DEMO_COIN.decimals,
  steps,
  keys: [],
  serverSeedHash,
  clientSeed,
  nonce,
})

const endingOf = ({ lastBet }: AccountRecord, { at, outcome, multiplier, payout }: Ending) => ({
  outcome,
  multiplier,
  payout,
  sequence: lastBet + 1,
  time: at,
})

function afterBet({ vault, followers }: LocalPlay, bet: SettledBet): void {
  followers.tell({ type: 'added', bet })
  const last = vault.account.get()?.lastBet ?? 0
  if (last <= HISTORY_LIMIT || last % PRUNE_EVERY !== 0) return
  // In its own time: the player does not wait for it, and the next try makes up for a failure.
  void vault
    .change(async ({ transaction }) => {
      transaction.removeBets(last - HISTORY_LIMIT)
      return { answer: undefined }
    })
    .catch(() => undefined)
}
