import { DEMO } from '#features/play/play-coin-search.ts'
import type { PlayLimits } from '#features/play/play-engine.ts'

/** The name of the coin in records from before coins had ids. */
export const EARLIER_DEMO_COIN = 'DEMO'

/**
 * A coin of its own, never a real one's. With six decimals a stake in whole hundredths times any multiplier comes
 * out exact.
 */
export const DEMO_COIN = { coin: DEMO, symbol: 'DEMO', decimals: 6, isDemo: true } as const

const COINS = 10n ** BigInt(DEMO_COIN.decimals)

export const START_BALANCE = 1_000n * COINS

export const DEMO_LIMITS: PlayLimits = {
  minStake: COINS / 100n,
  maxStake: 10_000n * COINS,
  maxPayout: 1_000_000n * COINS,
}
