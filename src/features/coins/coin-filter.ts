import type { Coin } from '#contract/coins.ts'
import { compare, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

/** Balances worth less than this many US dollars are small. */
const SMALL_BELOW_USD: Decimal = { units: 1n, scale: 0 }

/** Decimal amounts by coin id; a coin that is not in it is not held. */
export type Holdings = Readonly<Record<string, string>>

/** A visitor holds nothing. */
export const NO_HOLDINGS: Holdings = {}

export interface CoinFilter {
  query: string
  hideSmall: boolean
}

/** What the holding is worth in US dollars, exact. */
export function holdingUsd(coin: Coin, holdings: Holdings): Decimal {
  const amount = parseDecimal(holdings[coin.id] ?? '0') ?? ZERO
  return multiply(amount, parseDecimal(coin.priceUsd) ?? ZERO)
}

/**
 * Coins of the popup in the server's order: the listed ones always, the others when held, less what the
 * search (symbol, name or network) and the switch leave out.
 */
export function visibleCoins(coins: readonly Coin[], holdings: Holdings, filter: CoinFilter): Coin[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean)
  return coins.filter((coin) => {
    if (!coin.listed && holdings[coin.id] === undefined) return false
    if (filter.hideSmall && compare(holdingUsd(coin, holdings), SMALL_BELOW_USD) < 0) return false
    const text = `${coin.symbol} ${coin.name} ${coin.network}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
