import type { Coin } from '#contract/coins.ts'
import { divideToDigits, formatDecimal, parseDecimal } from '#lib/decimal.ts'

/** In a coin's place: what is sent stays what it is. */
export const KEEP = 'keep'
/** The coin that is sent to the address. */
export const PAID_COIN = 'usdt-tron'

/** Coins in the order of the picker. */
const PICKER_ORDER = ['SOL', 'SCS', 'WIF', 'BONK']
const SHOWN_DIGITS = 4

/** The coins a player can receive for a deposit, in the picker's order; those it does not name come last. */
export function receivableCoins(coins: readonly Coin[]): Coin[] {
  const place = ({ symbol }: Coin) =>
    (PICKER_ORDER.indexOf(symbol) + PICKER_ORDER.length + 1) % (PICKER_ORDER.length + 1)
  return coins.filter((coin) => coin.receivable).sort((a, b) => place(a) - place(b))
}

/** Id of the coin that `paid` is credited in by the player's choice; the first of the picker where it has no such coin. */
export function receivedCoin(choice: string, paid: string, coins: readonly Coin[]): string {
  if (choice === KEEP) return paid
  const choices = receivableCoins(coins)
  return (choices.find(({ id }) => id === choice) ?? choices[0])?.id ?? paid
}

/**
 * What `paid` of one coin buys of another at the server's prices, as a decimal string; undefined when a
 * price is zero.
 */
export function amountBought(paid: string, from: Coin, to: Coin): string | undefined {
  const [amount, fromPrice, toPrice] = [paid, from.priceUsd, to.priceUsd].map(parseDecimal)
  if (!amount || !fromPrice || !toPrice || toPrice.units === 0n) return undefined
  const worth = { units: amount.units * fromPrice.units, scale: amount.scale + fromPrice.scale }
  return formatDecimal(divideToDigits(worth, toPrice, SHOWN_DIGITS))
}
