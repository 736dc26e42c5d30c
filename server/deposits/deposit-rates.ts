import type { Database } from '#server/db/tables.ts'
import { fromDecimal } from './deposit-amounts.ts'

const PRICE_DECIMALS = 12

interface Priced {
  readonly decimals: number
  /** Of one whole coin, in 10⁻¹² US dollars; above 0. */
  readonly priceUsd: bigint
}

/** What crediting a deposit has to know about prices. */
export interface DepositRates {
  /**
   * What `amount` of one coin is in another, both in smallest units, rounded down.
   * @throws ApiFailure when no price is fresh enough; a coin changed into itself needs none
   */
  convert(
    db: Database,
    asked: { readonly amount: bigint; readonly from: string; readonly to: string },
  ): Promise<{ readonly amount: bigint; readonly from: Priced; readonly to: Priced }>
}

/** The prices of the coins table, whatever their age. */
export const tableRates: DepositRates = {
  async convert(db, { amount, from, to }) {
    const rows = await db
      .selectFrom('coin')
      .select(['id', 'decimals', 'price_usd'])
      .where('id', 'in', [from, to])
      .execute()
    const priced = (coin: string): Priced => {
      const row = rows.find(({ id }) => id === coin)
      if (!row) throw new Error(`There is no coin ${coin}`)
      return { decimals: row.decimals, priceUsd: fromDecimal(row.price_usd, PRICE_DECIMALS) }
    }
    const [given, taken] = [priced(from), priced(to)]
    const worth = amount * given.priceUsd * 10n ** BigInt(taken.decimals)
    const converted = from === to ? amount : worth / (taken.priceUsd * 10n ** BigInt(given.decimals))
    return { amount: converted, from: given, to: taken }
  },
}

/** Value in US cents, rounded towards zero. */
export function centsAt(amount: bigint, { decimals, priceUsd }: Priced): bigint {
  return (amount * priceUsd * 100n) / 10n ** BigInt(decimals + PRICE_DECIMALS)
}

/** A price as its column has it. */
export function priceText({ priceUsd }: Priced): string {
  const digits = `${priceUsd}`.padStart(PRICE_DECIMALS + 1, '0')
  return `${digits.slice(0, -PRICE_DECIMALS)}.${digits.slice(-PRICE_DECIMALS)}`
}
