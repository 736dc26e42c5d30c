import type { Balance } from '#contract/balances.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'

/** Listed coins, and others with a balance, in display order. */
export async function listBalancesOf(db: Database, player: number): Promise<Balance[]> {
  const coins = await db
    .selectFrom('coin')
    .select(['id', 'decimals', 'listed'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const held = new Map((await balancesOf(db, player)).map((line) => [line.coin, line]))
  return coins.flatMap(({ id: coin, decimals, listed }) => {
    const { available, locked, pending } = held.get(coin) ?? { available: 0n, locked: 0n, pending: 0n }
    if (!listed && available + locked + pending === 0n) return []
    return {
      coin,
      available: toDecimal(available, decimals),
      locked: toDecimal(locked, decimals),
      pending: toDecimal(pending, decimals),
    }
  })
}
