import type { CrashAnswer } from '#contract/crash.ts'
import { playFreeRound } from '#contract/free-rounds.ts'
import { turnGiftWheel } from '#contract/gift-wheel.ts'
import { cashOut, getBetByKey, placeBet, takeStep, type PlayAnswer } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import type { BetRequest, OpenRound, RoundState, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { isRoundGame, rulesOf, type RoundGame, type StepOf } from '#rules/games.ts'
import { catchUpBalances, takeBalance } from './account-balances.ts'
import {
  haveSeeds,
  noteNonce,
  noteOpenRound,
  noteSettledRound,
  refresh,
  refreshRounds,
} from './account-refresh.ts'
import { mustBeLoggedIn, mustBeOnline, whileLooking, type ServerAccount } from './account-state.ts'
import { askUntilKnown, CERTAIN_AFTER_MS, findLostBet, isAnswerLost, isUnreadable } from './lost-answers.ts'
import { toPlayError } from './server-error.ts'
import { coinOf, readBet, readRound } from './wire-bets.ts'

// A stake, a step and a cash-out, from the engine's call to what the account knows after the answer.

/** After these the rounds are not what they seemed to be. */
const ROUNDS_UNCERTAIN_AFTER = new Set<string>(['round_not_found', 'round_settled', 'bad_action', 'offline'])

/**
 * Sends a bet once; a lost answer is looked for by the bet's key.
 * @throws PlayError `bad_params`, `offline`, `outcome_unknown`, `bet_lost`, `round_settled`; else as the API does
 */
export async function sendBet(
  account: ServerAccount,
  coin: string,
  { game, params, stake, key, autoPlay, free }: BetRequest,
): Promise<OpenRound | SettledBet> {
  const own = { idempotencyKey: key }
  const body = {
    ...own,
    game,
    coin,
    stake: stakeOf(account, coin, stake),
    params: { ...readParams(game, params) },
    ...(autoPlay && { autoPlay }),
  }
  mustBeOnline(account)
  const { betsUnderWay, signal, call } = account
  if (account.looking > 0 && betsUnderWay.read().some((other) => other !== key)) throw stillLooking()
  await haveSeeds(account)
  betsUnderWay.add(key)
  try {
    const sent = await sendOrFind(
      account,
      () =>
        // The server knows the stakes that the house pays.
        game === 'gift-wheel'
          ? call(turnGiftWheel, { body: own })
          : free === undefined
            ? call(placeBet, { body })
            : call(playFreeRound, { params: { id: free }, body: own }),
      () => findBet(account, key),
    )
    const state = await takeAnswer(account, sent.answer, sent.isFound ? undefined : sent.place)
    if (isRoundGame(game) === (state.status === 'open')) {
      return state.status === 'open' ? state.round : state.bet
    }
    // Found after its answer was lost, and over by then.
    if (isRoundGame(game)) throw new PlayError('round_settled', 'The round is over')
    throw new PlayError('server_failed', 'The game has no rounds')
  } finally {
    if (!signal.aborted) betsUnderWay.remove(key)
  }
}

export const stakeOf = ({ decimalsOf }: ServerAccount, coin: string, stake: bigint): string =>
  formatDecimal({ units: stake, scale: coinOf(coin, decimalsOf).decimals })

/** @throws PlayError `bad_params` */
function readParams(game: string, params: unknown): object {
  try {
    return rulesOf(game).parseParams(params) as object
  } catch (error) {
    if (error instanceof FairnessError) throw new PlayError('bad_params', error.message, error)
    throw error
  }
}

const stillLooking = () => new PlayError('outcome_unknown', 'The answer to a bet is looked for')

export const sendStep = (
  account: ServerAccount,
  roundId: string,
  step: StepOf<RoundGame>,
  key: string,
): Promise<RoundState> => {
  const after = account.stepsSeen.get(roundId)
  const body = { idempotencyKey: key, step: { ...step }, ...(after !== undefined && { after }) }
  return sendToRound(account, () => account.call(takeStep, { params: { id: roundId }, body }))
}

export const sendCashOut = (account: ServerAccount, roundId: string, key: string): Promise<RoundState> =>
  sendToRound(account, () =>
    account.call(cashOut, { params: { id: roundId }, body: { idempotencyKey: key } }),
  )

/**
 * Sends it again while its player waits for it, and never later: the round may have gone on by then. The same key again
 * does nothing.
 * @throws PlayError `offline`; else as the API does
 */
async function sendToRound(account: ServerAccount, send: () => Promise<PlayAnswer>): Promise<RoundState> {
  mustBeOnline(account)
  const until = account.now() + CERTAIN_AFTER_MS
  try {
    const { answer, place } = await sendOrFind(account, send, () => askUntilKnown(send, account, until))
    return await takeAnswer(account, answer, place)
  } catch (error) {
    if (ROUNDS_UNCERTAIN_AFTER.has(toPlayError(error, 'step').code)) {
      await Promise.all([refreshRounds(account).catch(() => undefined), catchUpBalances(account)])
    }
    throw error
  }
}

interface Sent<T> {
  readonly answer: T
  /** In `balanceOrder`. */
  readonly place: number
  readonly isFound: boolean
}

/** @throws PlayError `outcome_unknown` if the answer cannot be read, so that nobody knows what came of it */
async function sendOrFind<T>(
  account: ServerAccount,
  send: () => Promise<T>,
  find: () => Promise<T>,
): Promise<Sent<T>> {
  const place = account.balanceOrder.sent()
  try {
    return { answer: await send(), place, isFound: false }
  } catch (error) {
    if (isUnreadable(error)) {
      void refresh(account)
      throw new PlayError('outcome_unknown', 'The answer cannot be read', error)
    }
    if (!isAnswerLost(error)) throw error
    return { answer: await whileLooking(account, find), place, isFound: true }
  }
}

const findBet = (account: ServerAccount, key: string): Promise<PlayAnswer> =>
  findLostBet(() => account.call(getBetByKey, { params: { key } }), account)

/** @param place that of its request; undefined where its balance may be an old one */
async function takeAnswer(
  account: ServerAccount,
  answer: PlayAnswer,
  place: number | undefined,
): Promise<RoundState> {
  const state = readState(account, answer)
  const { id, seeds } = answer.status === 'open' ? answer.round : answer.bet
  if (answer.receipt) account.onReceipt?.(answer.receipt, id)
  noteNonce(account, seeds)
  if (answer.status === 'settled') noteSettledRound(account, id)
  else if (state.status === 'open') noteOpenRound(account, answer.round, state.round)
  await takeBalance(account, answer.balance, place)
  if (state.status === 'settled') account.followers.tell({ type: 'added', bet: state.bet })
  account.tellOtherTabs()
  return state
}

function readState(account: ServerAccount, answer: PlayAnswer): RoundState {
  const { decimalsOf } = account
  try {
    if (answer.status === 'open') return { status: 'open', round: readRound(answer.round, decimalsOf) }
    // A game that settles at once has no rounds; the caller knows which it asked for.
    return { status: 'settled', bet: readBet(answer.bet, decimalsOf) as SettledBet<RoundGame> }
  } catch (error) {
    // Money has moved all the same.
    void refresh(account)
    throw error
  }
}

/**
 * Sends what moves the balance in a round of Crash. If the answer is lost, it is looked for by `find`.
 * @throws PlayError `offline`, `outcome_unknown`; else as the API does
 */
export async function sendToSharedRound<T extends CrashAnswer>(
  account: ServerAccount,
  kind: 'bet' | 'cancel' | 'cash-out',
  send: () => Promise<T>,
  find: () => Promise<T>,
): Promise<T> {
  // A cash-out counts from when it reaches the server: it is sent whatever is thought of the connection.
  if (kind === 'cash-out') mustBeLoggedIn(account)
  else mustBeOnline(account)
  if (kind === 'bet' && account.looking > 0) throw stillLooking()
  const { answer, place, isFound } = await sendOrFind(account, send, () => findLostBet(find, account))
  if (answer.receipt) account.onReceipt?.(answer.receipt, answer.bet.id)
  await takeBalance(account, answer.balance, isFound ? undefined : place)
  account.tellOtherTabs()
  return answer
}

/** Looks for bets whose answers were lost with the page. */
export function findBetsOfBefore(account: ServerAccount): void {
  const { betsUnderWay, signal } = account
  for (const key of betsUnderWay.read()) {
    void whileLooking(account, () => findBet(account, key))
      .then((answer) => takeAnswer(account, answer, undefined))
      .then(
        () => betsUnderWay.remove(key),
        (error: unknown) => {
          // Anything but the end of this log-in is certain.
          if (!signal.aborted && !(error instanceof PlayError && error.code === 'session_ended'))
            betsUnderWay.remove(key)
        },
      )
  }
}
