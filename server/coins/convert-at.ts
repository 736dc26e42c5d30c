/** Decimals of a price: the scale of the column it lies in. */
export const PRICE_DECIMALS = 12

/** What a coin was worth at a moment. */
export interface Rate {
  readonly coin: string
  /** Of the coin's smallest unit in the ledger. */
  readonly decimals: number
  /** Of one whole coin, in 10⁻¹² US dollars; above 0. */
  readonly priceUsd: bigint
  readonly pricedAt: Date
}

/**
 * What `amount` of one coin is in another, both in smallest units. Exact, and rounded down to a whole unit:
 * what the player receives is never more than what was given for it.
 */
export function convertAt(amount: bigint, from: Rate, to: Rate): bigint {
  if (amount < 0n) throw new RangeError(`${amount} cannot be converted`)
  if (from.coin === to.coin) return amount
  const given = amount * from.priceUsd * 10n ** BigInt(to.decimals)
  return given / (to.priceUsd * 10n ** BigInt(from.decimals))
}

/** What `amount` smallest units are worth in 10⁻ˢᶜᵃˡᵉ US dollars (cents by default), rounded towards zero. */
export function usdOf(amount: bigint, { decimals, priceUsd }: Rate, scale = 2): bigint {
  return (amount * priceUsd * 10n ** BigInt(scale)) / 10n ** BigInt(decimals + PRICE_DECIMALS)
}

/** The same by the prices that are known; 0 for a coin without one. */
export function usdAt(
  rates: ReadonlyMap<string, Rate>,
  { coin, amount, scale }: { readonly coin: string; readonly amount: bigint; readonly scale?: number },
): bigint {
  const rate = rates.get(coin)
  return rate === undefined ? 0n : usdOf(amount, rate, scale)
}

/** A price as its column has it. */
export function priceText({ priceUsd }: Rate): string {
  const digits = `${priceUsd}`.padStart(PRICE_DECIMALS + 1, '0')
  return `${digits.slice(0, -PRICE_DECIMALS)}.${digits.slice(-PRICE_DECIMALS)}`
}

/** Reads a price such as `434.78`; null for what is no number above 0, or needs more than 12 decimals to be one. */
export function parsePrice(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole + fraction.slice(0, PRICE_DECIMALS).padEnd(PRICE_DECIMALS, '0'))
  return whole !== '' && units > 0n ? units : null
}
