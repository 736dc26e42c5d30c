import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { convertAt, parsePrice, type Rate } from '#server/coins/convert-at.ts'

export interface Conversion {
  /** In the smallest unit of `to`, rounded down; may be 0. */
  readonly amount: bigint
  readonly from: Rate
  readonly to: Rate
}

/** Rates are in the database, so all processes have the same ones and crediting reads them in its transaction. */
export interface Rates {
  /**
   * @returns by coin id
   * @throws Refusal `rate_stale` when one of them is older than the limit
   * @throws Error for an unknown coin
   */
  read(db: Database, coins: readonly string[]): Promise<ReadonlyMap<string, Rate>>
  /** A coin converted into itself may have a stale rate. @throws Refusal `rate_stale` */
  convert(
    db: Database,
    asked: { readonly amount: bigint; readonly from: string; readonly to: string },
  ): Promise<Conversion>
  isStale(pricedAt: Date): boolean
}

interface RatesOptions {
  readonly clock: Clock
  /** Maximum age; null for fixed rates. */
  readonly maxAgeMs: number | null
}

export function createRates({ clock, maxAgeMs }: RatesOptions): Rates {
  const isStale = (pricedAt: Date) => maxAgeMs !== null && clock() - pricedAt.getTime() > maxAgeMs

  async function read(db: Database, coins: readonly string[], mustBeFresh = true) {
    const rates = await readRates(db, coins)
    for (const coin of coins) {
      const rate = rates.get(coin)
      if (!rate) throw new Error(`There is no coin ${coin}`)
      if (mustBeFresh && isStale(rate.pricedAt)) {
        throw new Refusal('rate_stale', `The price of ${coin} is from ${rate.pricedAt.toISOString()}`)
      }
    }
    return rates
  }

  return {
    isStale,
    read: (db, coins) => read(db, coins),
    async convert(db, { amount, from, to }) {
      const rates = await read(db, [from, to], from !== to)
      const [given, taken] = [rateOf(rates, from), rateOf(rates, to)]
      return { amount: convertAt(amount, given, taken), from: given, to: taken }
    },
  }
}

/** Includes stale rates. By default those of all coins. */
export async function readRates(db: Database, coins?: readonly string[]): Promise<ReadonlyMap<string, Rate>> {
  const rows = await db
    .selectFrom('coin')
    .select(['id', 'decimals', 'price_usd', 'priced_at'])
    .$if(coins !== undefined, (query) => query.where('id', 'in', [...(coins ?? [])]))
    .execute()
  return new Map(
    rows.map(({ id, decimals, price_usd, priced_at }) => {
      const priceUsd = parsePrice(price_usd)
      if (priceUsd === null) throw new Error(`The price of ${id} is not above 0`)
      return [id, { coin: id, decimals, priceUsd, pricedAt: priced_at }]
    }),
  )
}

function rateOf(rates: ReadonlyMap<string, Rate>, coin: string): Rate {
  const rate = rates.get(coin)
  if (!rate) throw new Error(`There is no coin ${coin}`)
  return rate
}
