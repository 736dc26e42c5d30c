import type { EdgeShares } from '#rules/rewards/edge-shares.ts'
import { coinIdOf, type CoinSeed } from '#server/coins/coins.seed.ts'
import type { KoiFile } from './koi-file.ts'
import { dollarsOf } from './play-config.ts'
import { fileError } from './read-koi-file.ts'

export interface RewardsConfig extends EdgeShares {
  /** Id of the coin in which rewards are paid. One of it counts as one US dollar. */
  readonly coin: string
  /** Edge of a player that counts for a race on one day at most, in 10⁻⁸ US dollars. */
  readonly raceDayCap: bigint
}

export const REWARDS_DEFAULT = {
  coin: 'usdt-tron',
  rakebackBps: 500,
  rakebackStepBps: 25,
  rakebackMostBps: 1_000,
  referralBps: 1_000,
  levelGiftBps: 500,
  wheelBps: 500,
  racePoolBps: 500,
  racePrizeMostBps: 1_000,
  raceDayCapUsd: '100',
} as const

/** @throws StartupError */
export function rewardsConfigOf({ rewards = {} }: KoiFile, coins: readonly CoinSeed[]): RewardsConfig {
  const { raceDayCapUsd, ...shares } = { ...REWARDS_DEFAULT, ...rewards }
  const coin = coins.find((each) => coinIdOf(each) === shares.coin)
  if (!coin) throw fileError('rewards.coin: must be the id of a coin')
  // Shares of dollars are paid as so many coins.
  if (Number(coin.priceUsd) !== 1) throw fileError('rewards.coin: must be a coin of one US dollar')
  if (shares.rakebackMostBps < shares.rakebackBps) {
    throw fileError(`rewards.rakebackMostBps: must be at least rewards.rakebackBps, ${shares.rakebackBps}`)
  }
  return { ...shares, raceDayCap: dollarsOf(raceDayCapUsd) }
}
