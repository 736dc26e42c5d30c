import type { Coin } from '#contract/coins.ts'
import { divideToDigits, formatDecimal, parseDecimal } from '#lib/decimal.ts'

/** Choice in place of a coin: credit the coin that was sent. */
export const KEEP = 'keep'
/** The coin that players send to the address. */
export const PAID_COIN = 'usdt-tron'

/** Coins in the order of the picker. */
const PICKER_ORDER = ['SOL', 'SCS', 'WIF', 'BONK']
const SHOWN_DIGITS = 4

/** In the picker's order; other coins come last. */
export function receivableCoins(coins: readonly Coin[]): Coin[] {
  const place = ({ symbol }: Coin) =>
    (PICKER_ORDER.indexOf(symbol) + PICKER_ORDER.length + 1) % (PICKER_ORDER.length + 1)
  return coins.filter((coin) => coin.receivable).sort((a, b) => place(a) - place(b))
}

/** Id of the credited coin. Falls back to the first coin of the picker. */
export function receivedCoin(choice: string, paid: string, coins: readonly Coin[]): string {
  if (choice === KEEP) return paid
  const choices = receivableCoins(coins)
  return (choices.find(({ id }) => id === choice) ?? choices[0])?.id ?? paid
}

/** Converts an amount at the server's prices to a decimal string; undefined if a price is zero. */
export function amountBought(paid: string, from: Coin, to: Coin): string | undefined {
  const [amount, fromPrice, toPrice] = [paid, from.priceUsd, to.priceUsd].map(parseDecimal)
  if (!amount || !fromPrice || !toPrice || toPrice.units === 0n) return undefined
  const worth = { units: amount.units * fromPrice.units, scale: amount.scale + fromPrice.scale }
  return formatDecimal(divideToDigits(worth, toPrice, SHOWN_DIGITS))
}
