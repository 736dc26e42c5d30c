import type { AutoPlayEnd } from '#contract/play.ts'
import { PlanRefusal } from './plan-refusal.ts'

/** What the player has allowed, and how far it has come. Amounts in the coin's smallest unit. */
export interface AutoPlayState {
  readonly id: string
  readonly game: string
  readonly coin: string
  /** Null for as many bets as the stops allow. */
  readonly count: number | null
  readonly highestStake: bigint
  readonly stopOnLoss: bigint | null
  readonly stopOnProfit: bigint | null
  readonly stopOnSingleWin: bigint | null
  /** Bets made. */
  readonly done: number
  /** The stake of an open round counts as lost. */
  readonly net: bigint
  /** Milliseconds since the epoch; of the last bet. */
  readonly touchedAt: number
}

/** Which step of which auto-play a bet is. */
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

/** The auto-play ends with the bet that was asked for, and no bet is made. */
export const autoPlayStop = (ends: AutoPlayEnd): PlanRefusal =>
  new PlanRefusal('auto_play_ended', `The auto-play has ended: ${SAID[ends]}`, { ends })

/** An auto-play ends by itself without a bet for so long. */
export const AUTO_PLAY_LAPSES_MS = 5 * 60_000

export const hasLapsed = ({ touchedAt }: Pick<AutoPlayState, 'touchedAt'>, now: number): boolean =>
  now >= touchedAt + AUTO_PLAY_LAPSES_MS

/** @throws PlanRefusal unless the bet is the next one of the auto-play and within its bounds */
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
  // Its last bet may still be open.
  if (run.count !== null && run.done >= run.count) throw autoPlayStop('count')
  if (bet.stake > run.highestStake) throw autoPlayStop('stake-cap')
  if (run.stopOnLoss !== null && bet.stake - run.net > run.stopOnLoss) throw autoPlayStop('loss')
}

/** What a bet, or the end of one of its rounds, does to an auto-play. */
export interface AutoPlayChange {
  readonly id: string
  /** Bets that it adds: 0 for the end of a round. */
  readonly done: 0 | 1
  readonly net: bigint
  /** Why it ends with that; null where it goes on, or had ended before. */
  readonly end: AutoPlayEnd | null
}

/** @param won payout less stake, once the bet is decided; undefined while its round is open */
export function changeOf(
  run: AutoPlayState,
  done: 0 | 1,
  net: bigint,
  won: bigint | undefined,
): AutoPlayChange {
  return { id: run.id, done, net, end: endOf({ ...run, done: run.done + done, net: run.net + net }, won) }
}

/** The end of a round changes the auto-play that began it, even one that has ended meanwhile. */
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

/** The auto-play after that; null once it has ended. */
export function runAfter(run: AutoPlayState, change: AutoPlayChange, at: number): AutoPlayState | null {
  if (change.id !== run.id) return run
  if (change.end !== null) return null
  const touchedAt = change.done > 0 ? Math.max(run.touchedAt, at) : run.touchedAt
  return { ...run, done: run.done + change.done, net: run.net + change.net, touchedAt }
}
