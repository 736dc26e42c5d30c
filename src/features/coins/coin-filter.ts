import type { Balance } from '#contract/balances.ts'
import type { Coin } from '#contract/coins.ts'
import { add, compare, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

/** Balances below this value in US dollars count as small. */
export const SMALL_BELOW_USD: Decimal = { units: 1n, scale: 0 }

/** Balances by coin id; a missing coin has a balance of zero. */
export type Holdings = Readonly<Record<string, Balance>>

export const NO_HOLDINGS: Holdings = {}

export interface CoinFilter {
  query: string
  hideSmall: boolean
}

export function holdingsOf(balances: readonly Balance[]): Holdings {
  return Object.fromEntries(balances.map((balance) => [balance.coin, balance]))
}

/** Exact value of the playable balance in US dollars. */
export function holdingUsd(coin: Coin, holdings: Holdings): Decimal {
  return worth(coin, holdings[coin.id]?.available)
}

/**
 * Coins of the popup in the server's order. Listed coins are always included, others only with a balance; then search
 * (id, symbol, name or network) and the switch filter. While balances are unknown none counts as small.
 */
export function visibleCoins(
  coins: readonly Coin[],
  holdings: Holdings | undefined,
  filter: CoinFilter,
): Coin[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean)
  return coins.filter((coin) => {
    if (!coin.listed && holdings?.[coin.id] === undefined) return false
    if (filter.hideSmall && holdings && isSmall(coin, holdings)) return false
    const text = `${coin.id} ${coin.symbol} ${coin.name} ${coin.network}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Includes locked and pending money, so that a running bonus is not hidden. */
function isSmall(coin: Coin, holdings: Holdings): boolean {
  const held = holdings[coin.id]
  const parts = [held?.available, held?.locked, held?.pending].map((part) => worth(coin, part))
  return compare(parts.reduce(add), SMALL_BELOW_USD) < 0
}

function worth(coin: Coin, amount = '0'): Decimal {
  return multiply(parseDecimal(amount) ?? ZERO, parseDecimal(coin.priceUsd) ?? ZERO)
}
