import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { UNIT, UNIT_DECIMALS, type CoinRules } from '#server/config/coin-rules.ts'
import type { Database } from '#server/db/tables.ts'
import { readRates } from '#server/rates/rates.ts'

export interface Paid {
  readonly coin: string
  readonly paid: bigint
}

export async function worthOf(db: Database, rules: CoinRules, amounts: readonly Paid[]): Promise<bigint> {
  return worthAt(await ratesFor(db, amounts), rules, amounts)
}

/** Rates of the coins of the amounts. The unit has none: it counts as a dollar. */
export async function ratesFor(
  db: Database,
  amounts: readonly Pick<Paid, 'coin'>[],
): Promise<ReadonlyMap<string, Rate>> {
  const coins = [...new Set(amounts.map(({ coin }) => coin))].filter((coin) => coin !== UNIT)
  return coins.length === 0 ? new Map() : readRates(db, coins)
}

/**
 * Total in the smallest unit of USDT, which counts as a dollar. The signer's own floor replaces a lower price of the
 * database, and its own decimals count.
 */
export const worthAt = (
  rates: ReadonlyMap<string, Rate>,
  { floors, decimals }: Pick<CoinRules, 'floors' | 'decimals'>,
  amounts: readonly Paid[],
): bigint =>
  amounts.reduce((sum, { coin, paid }) => {
    if (coin === UNIT) return sum + paid
    const rate = rates.get(coin)
    const kept = decimals.get(coin)
    if (!rate || kept === undefined) throw new Error(`There is no coin ${coin}`)
    const floor = floors.get(coin) ?? 0n
    const priceUsd = rate.priceUsd > floor ? rate.priceUsd : floor
    return sum + usdOf(paid, { ...rate, priceUsd, decimals: kept }, UNIT_DECIMALS)
  }, 0n)
