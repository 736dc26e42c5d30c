import { Refusal } from '#server/base/refusal.ts'
import type { Coin } from '#contract/coins.ts'
import type { Database } from '#server/db/tables.ts'

/** In display order. Without a price source the prices are fixed practice prices. */
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

/** In display order. */
export const listCoinNames = (db: Database) =>
  db
    .selectFrom('coin')
    .select(['id', 'symbol', 'network', 'decimals'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The column pads to its scale: `434.780000` → `434.78`, `1.000` → `1`. */
function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** @throws Refusal `bad_request`, field `receives`, for a coin in which no deposit can be credited */
export async function assertReceivable(db: Database, coin: string): Promise<void> {
  const row = await db
    .selectFrom('coin')
    .select('id')
    .where('id', '=', coin)
    .where('receivable', '=', true)
    .executeTakeFirst()
  if (!row) throw new Refusal('bad_request', 'That coin cannot be received', { fields: ['receives'] })
}
