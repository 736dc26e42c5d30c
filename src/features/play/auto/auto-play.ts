import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayErrorCode } from '#features/play/play-error.ts'

/** The stake of the next bet after a win, or after a loss. */
export type StakeRule =
  | { readonly type: 'reset' }
  /** Raises by a share of the stake in hundredths of a percent: 10_000 doubles it. */
  | { readonly type: 'raise'; readonly bps: number }

export interface AutoPlaySettings {
  /** Bets to place; undefined goes on until something stops it. */
  readonly count: number | undefined
  readonly stake: bigint
  readonly onWin: StakeRule
  readonly onLoss: StakeRule
  /** Stops once the run is up, or down, by this much. */
  readonly stopOnProfit: bigint | undefined
  readonly stopOnLoss: bigint | undefined
  /** Stops after one bet that pays its stake and at least this much more. */
  readonly stopOnWin: bigint | undefined
}

export type AutoPlayEnd =
  /** All bets were placed. */
  | 'completed'
  | 'profit_reached'
  | 'loss_reached'
  | 'win_reached'
  /** The player pressed stop. */
  | 'stopped'
  /** The page was left or hidden. */
  | 'left'
  /** The session reminder came up. */
  | 'reminded'
  /** A rule raised the stake beyond what may be bet. */
  | 'stake_limit'
  /** A bet was refused or failed; `error` says how. `insufficient_balance` comes this way too. */
  | 'failed'

interface Progress {
  readonly settings: AutoPlaySettings
  /** Bets settled so far. */
  readonly bets: number
  /** Of this run; negative after losses. */
  readonly net: bigint
}
export interface RunningAutoPlay extends Progress {
  readonly status: 'running'
  /** Stake of the next bet. */
  readonly stake: bigint
}
export interface EndedAutoPlay extends Progress {
  readonly status: 'ended'
  readonly end: AutoPlayEnd
  readonly error: PlayErrorCode | undefined
}
export type AutoPlay = { readonly status: 'idle' } | RunningAutoPlay | EndedAutoPlay

export function beginAutoPlay(settings: AutoPlaySettings): RunningAutoPlay {
  return { status: 'running', settings, bets: 0, net: 0n, stake: settings.stake }
}

/** What a run is after one of its bets has settled. `maxStake` is the highest that may be bet. */
export function afterBet(
  run: RunningAutoPlay,
  { stake, payout }: Pick<SettledBet, 'stake' | 'payout'>,
  maxStake: bigint,
): RunningAutoPlay | EndedAutoPlay {
  const { settings } = run
  const next = { ...run, bets: run.bets + 1, net: run.net + payout - stake }
  const { stopOnProfit, stopOnLoss, stopOnWin, count } = settings
  if (stopOnWin !== undefined && payout - stake >= stopOnWin && payout > stake)
    return endAutoPlay(next, 'win_reached')
  if (stopOnProfit !== undefined && next.net >= stopOnProfit) return endAutoPlay(next, 'profit_reached')
  if (stopOnLoss !== undefined && -next.net >= stopOnLoss) return endAutoPlay(next, 'loss_reached')
  if (count !== undefined && next.bets >= count) return endAutoPlay(next, 'completed')
  const raised = stakeAfter(run, stake, payout)
  if (raised > maxStake) return endAutoPlay(next, 'stake_limit')
  return { ...next, stake: raised }
}

export function endAutoPlay(
  { settings, bets, net }: RunningAutoPlay,
  end: AutoPlayEnd,
  error?: PlayErrorCode,
): EndedAutoPlay {
  return { status: 'ended', settings, bets, net, end, error }
}

/** A stake paid back as it was is neither win nor loss, and changes nothing. */
function stakeAfter({ settings, stake: planned }: RunningAutoPlay, stake: bigint, payout: bigint): bigint {
  if (payout === stake) return planned
  const rule = payout > stake ? settings.onWin : settings.onLoss
  switch (rule.type) {
    case 'reset':
      return settings.stake
    case 'raise':
      return planned + (planned * BigInt(rule.bps)) / 10_000n
  }
}
