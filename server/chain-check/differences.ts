import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'

export interface Difference {
  readonly chain: string
  readonly address: string
  /** For a player's TRON address, the coin as the ledger names it. */
  readonly contract: string
  /** Actual minus expected, in the smallest unit; 0 where the balance could not be read. */
  readonly difference: string
  readonly unsettled_since: Date
  readonly settled_block: string | null
  readonly settled_at: Date | null
  /** Time of the last comparison; null for house balances. */
  readonly compared_at: Date | null
}

/** Oldest first. */
export async function readDifferences(db: Database): Promise<readonly Difference[]> {
  const house = await db
    .selectFrom('house_balance')
    .select(['chain', 'address', 'contract', 'difference', 'settled_block', 'unsettled_since'])
    .where('unsettled_since', 'is not', null)
    .$narrowType<{ unsettled_since: Date }>()
    .execute()
  const players = await db
    .selectFrom('deposit_address')
    .select(['chain', 'address', 'difference', 'unsettled_since', 'compared_at'])
    .select(sql<Date>`coalesce(held_at, created_at)`.as('settled_at'))
    .where('unsettled_since', 'is not', null)
    .$narrowType<{ unsettled_since: Date }>()
    .execute()
  return [
    ...house.map((each) => ({ ...each, settled_at: null, compared_at: null })),
    ...players.map((each) => ({ ...each, contract: PAID_COIN, settled_block: null })),
  ].toSorted((a, b) => a.unsettled_since.getTime() - b.unsettled_since.getTime())
}
