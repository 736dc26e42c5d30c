import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'

export const DOLLAR_DECIMALS = 8

/** In 10⁻⁸ US dollars. */
export interface PlayConfig {
  readonly minStake: bigint
  readonly maxStake: bigint
  readonly maxPayout: bigint
}

export const PLAY_DEFAULT = { minStakeUsd: '0.01', maxStakeUsd: '1000', maxPayoutUsd: '100000' } as const

/** @throws StartupError for limits that contradict each other */
export function playConfigOf({ play = {} }: KoiFile): PlayConfig {
  const { minStakeUsd, maxStakeUsd, maxPayoutUsd } = { ...PLAY_DEFAULT, ...play }
  const config = {
    minStake: dollarsOf(minStakeUsd),
    maxStake: dollarsOf(maxStakeUsd),
    maxPayout: dollarsOf(maxPayoutUsd),
  }
  if (config.minStake === 0n) throw fileError('play.minStakeUsd: must be above 0')
  if (config.maxStake < config.minStake) {
    throw fileError(`play.maxStakeUsd: must be at least the smallest stake, ${minStakeUsd}`)
  }
  if (config.maxPayout < config.maxStake) {
    throw fileError(`play.maxPayoutUsd: must be at least the largest stake, ${maxStakeUsd}`)
  }
  return config
}

/** `1.5` in 10⁻⁸ US dollars. */
export function dollarsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(DOLLAR_DECIMALS, '0'))
}
