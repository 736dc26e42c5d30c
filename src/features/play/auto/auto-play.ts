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

export type StakeRule =
  | { readonly type: 'keep' }
  /** Back to the stake the run began with. */
  | { readonly type: 'reset' }
  /** In hundredths of a percent of the stake: 10_000 doubles it. */
  | { readonly type: 'raise'; readonly bps: number }

/** The plan of a run, as it was when the run began. Amounts in the coin's smallest unit. */
export interface AutoPlaySettings extends Pick<
  AutoPlayBounds,
  'count' | 'stopOnProfit' | 'stopOnLoss' | 'stopOnWin'
> {
  readonly coin: Coin
  /** Stake of the first bet. */
  readonly stake: bigint
  readonly onWin: StakeRule
  readonly onLoss: StakeRule
  /** It ends before a bet above this. */
  readonly stakeCap: bigint | undefined
  /** Applied in this order after each bet, once the rule of a win or a loss has given the next stake. */
  readonly conditions: readonly AutoPlayCondition[]
}

export const MAX_CONDITIONS = 5

/** The server's reasons, and those that only the app knows. */
export type AutoPlayEnd =
  | LeaseEnd
  | 'condition'
  /** The player left or hid the page. */
  | 'left'
  /** The tab was closed or loaded anew. */
  | 'closed'
  /** The session reminder came up. */
  | 'reminded'
  /** Auto-play goes on in another tab, or on another device. */
  | 'other-tab'
  /** The server could not be reached; no bet is under way. */
  | 'network'
  /** The outcome of the latest bet could not be found out. */
  | 'unknown'
  /** A bet was refused or failed otherwise; `error` says how. */
  | 'failed'

export interface AutoPlayProgress {
  /** Settled bets. A win paid more than its stake, a loss less. */
  readonly bets: number
  readonly wins: number
  readonly losses: number
  /** Wins in a row; negative for losses in a row. */
  readonly streak: number
  /** Won or lost by the run; negative after losses. */
  readonly net: bigint
  /** Stake of the next bet. */
  readonly stake: bigint
  /** True for each condition that the latest bet met: a condition about an amount acts only when it becomes true. */
  readonly held: readonly boolean[]
  /** Index of the condition that ended the run. */
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

export interface StakeRoom {
  readonly minStake: bigint
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

/** For simulations, which change a run in place. */
export type Changing<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Counts one bet in `progress`, in place. The stops come first, then the rule of a win or a loss gives the next stake,
 * then the conditions change it in their order. A stake below the smallest one becomes the smallest.
 * @returns why the run is over; undefined while it goes on
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
  // A stake that came back is neither win nor loss, and interrupts no row.
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
  // The next bet may be lost whole, and the loss must not go beyond its stop.
  if (stopOnLoss !== undefined && next - net > stopOnLoss) return 'loss'
  if (next > balance) return 'balance'
  progress.stake = next
  return undefined
}

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

export type LeaseBounds = Omit<AutoPlayBounds, 'game' | 'key'>

/** @param maxStake the highest stake that the game allows when the run begins */
export function boundsOf(
  { count, stopOnProfit, stopOnLoss, stopOnWin, stakeCap }: AutoPlaySettings,
  maxStake: bigint,
): LeaseBounds {
  const highestStake = stakeCap !== undefined && stakeCap < maxStake ? stakeCap : maxStake
  return { count, stopOnProfit, stopOnLoss, stopOnWin, highestStake }
}
