import type { AutoPlayEnd } from '#contract/play.ts'
import { PlanRefusal } from './plan-refusal.ts'

/** The player's settings for an auto-play, and its progress. Amounts are in the coin's smallest unit. */
export interface AutoPlayState {
  readonly id: string
  readonly game: string
  readonly coin: string
  /** Null: only the stops limit the number of bets. */
  readonly count: number | null
  readonly highestStake: bigint
  readonly stopOnLoss: bigint | null
  readonly stopOnProfit: bigint | null
  readonly stopOnSingleWin: bigint | null
  /** Number of bets made. */
  readonly done: number
  /** The stake of an open round counts as lost. */
  readonly net: bigint
  /** Time of the last bet, in milliseconds since the epoch. */
  readonly touchedAt: number
}

/** Identifies a bet of an auto-play. */
export interface AutoPlayStep {
  readonly id: string
  /** From 1. */
  readonly step: number
}

const SAID: Readonly<Record<AutoPlayEnd, string>> = {
  count: 'all its bets were made',
  profit: 'it has won what it was to win',
  loss: 'the bet could lose more than it may',
  'single-win': 'a bet has won what one was to win',
  'stake-cap': 'the stake is above its highest one',
  balance: 'the balance was too low',
  limit: 'a limit was reached',
  break: 'a break has begun',
  paused: 'the game was paused',
  stopped: 'it was stopped',
  lapsed: 'no bet came for five minutes',
}

/** Refuses the bet and ends the auto-play. */
export const autoPlayStop = (ends: AutoPlayEnd): PlanRefusal =>
  new PlanRefusal('auto_play_ended', `The auto-play has ended: ${SAID[ends]}`, { ends })

/** An auto-play without bets for this long ends. */
export const AUTO_PLAY_LAPSES_MS = 5 * 60_000

export const hasLapsed = ({ touchedAt }: Pick<AutoPlayState, 'touchedAt'>, now: number): boolean =>
  now >= touchedAt + AUTO_PLAY_LAPSES_MS

/** @throws PlanRefusal unless the bet is the next one of the auto-play and within its limits */
export function assertNextStep(
  run: AutoPlayState,
  bet: {
    readonly game: string
    readonly coin: string
    readonly stake: bigint
    readonly autoPlay: AutoPlayStep | null
  },
  now: number,
): void {
  if (bet.game !== run.game || bet.coin !== run.coin) {
    throw new PlanRefusal('bad_request', 'The auto-play is one of another game or coin')
  }
  if (hasLapsed(run, now)) throw autoPlayStop('lapsed')
  if (bet.autoPlay?.step !== run.done + 1) {
    throw new PlanRefusal('auto_play_step_taken', `The next step of the auto-play is ${run.done + 1}`)
  }
  // The round of its last bet may still be open.
  if (run.count !== null && run.done >= run.count) throw autoPlayStop('count')
  if (bet.stake > run.highestStake) throw autoPlayStop('stake-cap')
  if (run.stopOnLoss !== null && bet.stake - run.net > run.stopOnLoss) throw autoPlayStop('loss')
}

/** The effect of a bet, or of the end of its round, on the auto-play. */
export interface AutoPlayChange {
  readonly id: string
  /** Number of new bets: 0 for the end of a round. */
  readonly done: 0 | 1
  readonly net: bigint
  /** Reason why the auto-play ends; null if it goes on or had already ended. */
  readonly end: AutoPlayEnd | null
}

/** @param won payout minus stake; undefined while the round is open */
export function changeOf(
  run: AutoPlayState,
  done: 0 | 1,
  net: bigint,
  won: bigint | undefined,
): AutoPlayChange {
  return { id: run.id, done, net, end: endOf({ ...run, done: run.done + done, net: run.net + net }, won) }
}

/** The end of a round also changes an auto-play that has ended since. */
export function settledRound(
  run: AutoPlayState | null,
  { autoPlay, stake }: { readonly autoPlay: AutoPlayStep | null; readonly stake: bigint },
  payout: bigint,
): AutoPlayChange | null {
  if (!autoPlay) return null
  if (run?.id === autoPlay.id) return changeOf(run, 0, payout, payout - stake)
  return { id: autoPlay.id, done: 0, net: payout, end: null }
}

function endOf(run: AutoPlayState, won: bigint | undefined): AutoPlayEnd | null {
  if (won === undefined) return null
  if (run.stopOnSingleWin !== null && won >= run.stopOnSingleWin) return 'single-win'
  if (run.stopOnProfit !== null && run.net >= run.stopOnProfit) return 'profit'
  if (run.stopOnLoss !== null && -run.net >= run.stopOnLoss) return 'loss'
  return run.count !== null && run.done >= run.count ? 'count' : null
}

/** Null if the auto-play has ended. */
export function runAfter(run: AutoPlayState, change: AutoPlayChange, at: number): AutoPlayState | null {
  if (change.id !== run.id) return run
  if (change.end !== null) return null
  const touchedAt = change.done > 0 ? Math.max(run.touchedAt, at) : run.touchedAt
  return { ...run, done: run.done + change.done, net: run.net + change.net, touchedAt }
}
