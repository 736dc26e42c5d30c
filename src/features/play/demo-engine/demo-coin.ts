import { DEMO } from '#features/play/play-coin-search.ts'

/** What its records named it before coins had ids. */
export const EARLIER_DEMO_COIN = 'DEMO'

/**
 * A coin of its own, never a real one's. With six decimals a stake in whole hundredths times any multiplier comes
 * out exact.
 */
export const DEMO_COIN = { coin: DEMO, symbol: 'DEMO', decimals: 6, isDemo: true } as const
