import type { AutoPlayEnd as LeaseEnd } from '#contract/play.ts'
import type { AutoPlayBounds, Coin, SettledBet } from '#features/play/play-engine.ts'
import type { PlayErrorCode } from '#features/play/play-error.ts'
import {
  isAboutAmount,
  isMet,
  shareOf,
  stakeAfterAction,
  type AutoPlayCondition,
} from './auto-play-conditions.ts'

/** The stake of the next bet after a win, or after a loss. */
export type StakeRule =
  | { readonly type: 'keep' }
  /** Back to the stake the run began with. */
  | { readonly type: 'reset' }
  /** Raises by a share of the stake in hundredths of a percent: 10_000 doubles it. */
  | { readonly type: 'raise'; readonly bps: number }

/** The plan of a run, as it was when the run began. Amounts in the coin's smallest unit. */
export interface AutoPlaySettings extends Pick<
  AutoPlayBounds,
  'count' | 'stopOnProfit' | 'stopOnLoss' | 'stopOnWin'
> {
  /** What all amounts are of. */
  readonly coin: Coin
  /** Of the first bet. */
  readonly stake: bigint
  readonly onWin: StakeRule
  readonly onLoss: StakeRule
  /** It ends before a bet above this. */
  readonly stakeCap: bigint | undefined
  /** Looked at in this order after each bet, once the rule of a win or a loss has given the next stake. */
  readonly conditions: readonly AutoPlayCondition[]
}

export const MAX_CONDITIONS = 5

/** Why a run is over: what the server's own auto-plays end by, and what only the app knows of. */
export type AutoPlayEnd =
  | LeaseEnd
  /** One of the player's conditions. */
  | 'condition'
  /** The page was left or hidden. */
  | 'left'
  /** The tab was closed or loaded anew. */
  | 'closed'
  /** The session reminder came up. */
  | 'reminded'
  /** Auto-play goes on in another tab, or on another device. */
  | 'other-tab'
  /** The server could not be reached; no bet is under way. */
  | 'network'
  /** Nobody could say what became of the latest bet. */
  | 'unknown'
  /** A bet was refused or failed otherwise; `error` says how. */
  | 'failed'

/** How far a run is. */
export interface AutoPlayProgress {
  /** Bets settled so far; those that paid more than their stake, and less. */
  readonly bets: number
  readonly wins: number
  readonly losses: number
  /** Wins in a row; negative for losses in a row. */
  readonly streak: number
  /** Of this run; negative after losses. */
  readonly net: bigint
  /** Stake of the next bet. */
  readonly stake: bigint
  /** For each condition, whether it was met by the latest bet: one about an amount acts when it becomes true. */
  readonly held: readonly boolean[]
  /** Which of the conditions ended it, from 0. */
  readonly condition: number | undefined
}
interface Progress extends AutoPlayProgress {
  readonly settings: AutoPlaySettings
}
export interface RunningAutoPlay extends Progress {
  readonly status: 'running'
}
export interface EndedAutoPlay extends Progress {
  readonly status: 'ended'
  readonly end: AutoPlayEnd
  readonly error: PlayErrorCode | undefined
}
export type AutoPlay = { readonly status: 'idle' } | RunningAutoPlay | EndedAutoPlay

/** What may be bet after a bet has settled. */
export interface StakeRoom {
  readonly minStake: bigint
  /** Of the game with its parameters. */
  readonly maxStake: bigint
  readonly balance: bigint
}

export function firstProgress({ stake, conditions }: AutoPlaySettings): AutoPlayProgress {
  const held = conditions.map(() => false)
  return { bets: 0, wins: 0, losses: 0, streak: 0, net: 0n, stake, held, condition: undefined }
}

export function beginAutoPlay(settings: AutoPlaySettings): RunningAutoPlay {
  return { status: 'running', settings, ...firstProgress(settings) }
}

/** For who takes a run on in place. */
export type Changing<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Takes a run on by one bet, in place, and says why it is over, if it is. First the stops are looked at, then the rule of
 * a win or a loss gives the next stake, then the conditions change it, in their order. A stake below the smallest one
 * becomes the smallest.
 */
export function advance(
  settings: AutoPlaySettings,
  progress: Changing<AutoPlayProgress>,
  { stake, payout }: Pick<SettledBet, 'stake' | 'payout'>,
  { minStake, maxStake, balance }: StakeRoom,
): AutoPlayEnd | undefined {
  const gain = payout - stake
  const result = gain > 0n ? 'win' : gain < 0n ? 'loss' : 'even'
  progress.bets += 1
  progress.net += gain
  // A stake paid back as it was is neither win nor loss, and breaks no row of either.
  if (result === 'win') {
    progress.wins += 1
    progress.streak = Math.max(progress.streak, 0) + 1
  } else if (result === 'loss') {
    progress.losses += 1
    progress.streak = Math.min(progress.streak, 0) - 1
  }

  const { bets, net } = progress
  const { stopOnProfit, stopOnLoss, stopOnWin, count, stakeCap, conditions } = settings
  if (stopOnWin !== undefined && result === 'win' && gain >= stopOnWin) return 'single-win'
  if (stopOnProfit !== undefined && net >= stopOnProfit) return 'profit'
  if (stopOnLoss !== undefined && -net >= stopOnLoss) return 'loss'
  if (count !== undefined && bets >= count) return 'count'

  let next = stakeByRule(settings, progress.stake, result)
  if (conditions.length > 0) {
    const { wins, losses, streak, held } = progress
    const facts = { result, bets, wins, losses, streak, net, balance } as const
    progress.held = conditions.map((condition) => isMet(condition, facts))
    for (const [index, { when, then }] of conditions.entries()) {
      if (!progress.held[index] || (isAboutAmount(when) && held[index])) continue
      if (then.type === 'stop') {
        progress.condition = index
        return 'condition'
      }
      next = stakeAfterAction(then, next, settings.stake)
    }
  }
  if (next < minStake) next = minStake
  if (next > maxStake || (stakeCap !== undefined && next > stakeCap)) return 'stake-cap'
  // The loss stop is never passed: the next bet may be lost whole.
  if (stopOnLoss !== undefined && next - net > stopOnLoss) return 'loss'
  if (next > balance) return 'balance'
  progress.stake = next
  return undefined
}

/** What a run is after one of its bets has settled. */
export function afterBet(
  run: RunningAutoPlay,
  bet: Pick<SettledBet, 'stake' | 'payout'>,
  room: StakeRoom,
): RunningAutoPlay | EndedAutoPlay {
  const next = { ...run }
  const end = advance(run.settings, next, bet, room)
  return end === undefined ? next : endAutoPlay(next, end)
}

export function endAutoPlay(run: RunningAutoPlay, end: AutoPlayEnd, error?: PlayErrorCode): EndedAutoPlay {
  return { ...run, status: 'ended', end, error }
}

function stakeByRule(
  { stake: first, onWin, onLoss }: AutoPlaySettings,
  stake: bigint,
  result: 'win' | 'loss' | 'even',
): bigint {
  if (result === 'even') return stake
  const rule = result === 'win' ? onWin : onLoss
  switch (rule.type) {
    case 'keep':
      return stake
    case 'reset':
      return first
    case 'raise':
      return stake + shareOf(stake, rule.bps)
  }
}

/** What a plan gives of its bounds. */
export type LeaseBounds = Omit<AutoPlayBounds, 'game' | 'key'>

/** What an engine is asked to hold the run to. `maxStake` is the highest stake the game allows as it begins. */
export function boundsOf(
  { count, stopOnProfit, stopOnLoss, stopOnWin, stakeCap }: AutoPlaySettings,
  maxStake: bigint,
): LeaseBounds {
  const highestStake = stakeCap !== undefined && stakeCap < maxStake ? stakeCap : maxStake
  return { count, stopOnProfit, stopOnLoss, stopOnWin, highestStake }
}
