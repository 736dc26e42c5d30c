import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { convertAt, parsePrice, type Rate } from '#server/coins/convert-at.ts'

export interface Conversion {
  /** What `to` is given, in its smallest unit, rounded down; 0 when it is worth less than one. */
  readonly amount: bigint
  readonly from: Rate
  readonly to: Rate
}

/**
 * What coins are worth now. Rates lie in the database, so that every process has the same ones, and may be
 * read in the transaction that credits by them.
 */
export interface Rates {
  /**
   * The rates of these coins by their ids.
   * @throws Refusal `rate_stale` when one of them is older than the limit
   * @throws Error for a coin that does not exist
   */
  read(db: Database, coins: readonly string[]): Promise<ReadonlyMap<string, Rate>>
  /** @throws Refusal `rate_stale`; a coin changed into itself needs no rate */
  convert(
    db: Database,
    asked: { readonly amount: bigint; readonly from: string; readonly to: string },
  ): Promise<Conversion>
  isStale(pricedAt: Date): boolean
}

interface RatesOptions {
  readonly clock: Clock
  /** How old a rate may be; null where they are fixed. */
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

/** The last good rates, however old; of every coin when none is named. */
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
