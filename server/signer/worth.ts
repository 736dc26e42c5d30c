import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { UNIT, UNIT_DECIMALS, type CoinRules } from '#server/config/coin-rules.ts'
import type { Database } from '#server/db/tables.ts'
import { readRates } from '#server/rates/rates.ts'

export interface Paid {
  readonly coin: string
  readonly paid: bigint
}

export async function worthOf(db: Database, rules: CoinRules, amounts: readonly Paid[]): Promise<bigint> {
  const coins = [...new Set(amounts.map(({ coin }) => coin))].filter((coin) => coin !== UNIT)
  const rates = coins.length === 0 ? new Map<string, Rate>() : await readRates(db, coins)
  return worthAt(rates, rules, amounts)
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
