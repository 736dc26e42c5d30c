/** Scale of the price column. */
export const PRICE_DECIMALS = 12

export interface Rate {
  readonly coin: string
  readonly decimals: number
  /** US dollars for one whole coin, in 10⁻¹²; above 0. */
  readonly priceUsd: bigint
  readonly pricedAt: Date
}

/** Smallest units to smallest units. Exact, rounded down: the player never receives more than the given amount is worth. */
export function convertAt(amount: bigint, from: Rate, to: Rate): bigint {
  if (amount < 0n) throw new RangeError(`${amount} cannot be converted`)
  if (from.coin === to.coin) return amount
  const given = amount * from.priceUsd * 10n ** BigInt(to.decimals)
  return given / (to.priceUsd * 10n ** BigInt(from.decimals))
}

/** Result in 10⁻ˢᶜᵃˡᵉ US dollars (cents by default), rounded towards zero. */
export function usdOf(amount: bigint, { decimals, priceUsd }: Rate, scale = 2): bigint {
  return (amount * priceUsd * 10n ** BigInt(scale)) / 10n ** BigInt(decimals + PRICE_DECIMALS)
}

/** Like `usdOf`, but 0 for a coin without a price. */
export function usdAt(
  rates: ReadonlyMap<string, Rate>,
  { coin, amount, scale }: { readonly coin: string; readonly amount: bigint; readonly scale?: number },
): bigint {
  const rate = rates.get(coin)
  return rate === undefined ? 0n : usdOf(amount, rate, scale)
}

export function priceText({ priceUsd }: Rate): string {
  const digits = `${priceUsd}`.padStart(PRICE_DECIMALS + 1, '0')
  return `${digits.slice(0, -PRICE_DECIMALS)}.${digits.slice(-PRICE_DECIMALS)}`
}

/** Null unless the text is a number above 0. Decimals after the 12th are cut off. */
export function parsePrice(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole + fraction.slice(0, PRICE_DECIMALS).padEnd(PRICE_DECIMALS, '0'))
  return whole !== '' && units > 0n ? units : null
}
