import { unitsAt, type Decimal } from '#lib/decimal.ts'
import { levelOf, type Level } from '#rules/rewards/level.ts'

/** Decimals of the rules' amounts in dollars. */
export const DOLLAR_DECIMALS = 8

/** @param wagered in US dollars */
export const levelProgress = (wagered: Decimal): Level => levelOf(unitsAt(wagered, DOLLAR_DECIMALS))

/** House edge of most of Koi's games, for examples. */
export const USUAL_EDGE_BPS = 100
