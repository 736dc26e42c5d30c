/** 1 USDT in its smallest unit: less is never credited. */
export const MINIMUM = 1_000_000n
/**
 * Under a cent nobody sends by intention: such transfers put look-alike addresses into people's histories. They
 * are not even written down.
 */
export const DUST = 10_000n
/** Of transfers that are not credited, an address's list takes no more a day, so that nobody can flood it. */
export const MAX_REFUSED_A_DAY = 5
