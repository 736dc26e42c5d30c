import type { Coin } from '#contract/coins.ts'
import type { Database } from '#server/db/tables.ts'

/** Every coin in display order. Without a source of prices they are the fixed ones of practice. */
export async function listCoins(db: Database, hasPriceSource: boolean): Promise<Coin[]> {
  const rows = await db.selectFrom('coin').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    network: row.network,
    decimals: row.decimals,
    chainDecimals: row.chain_decimals,
    priceUsd: trimZeros(row.price_usd),
    pricedAt: row.priced_at.toISOString(),
    isPriceFixed: !hasPriceSource,
    listed: row.listed,
    receivable: row.receivable,
  }))
}

/** How amounts of every coin are shown, in display order. */
export const listCoinNames = (db: Database) =>
  db
    .selectFrom('coin')
    .select(['id', 'symbol', 'network', 'decimals'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** `434.780000` → `434.78`, `1.000` → `1`: the column pads to its scale. */
function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
