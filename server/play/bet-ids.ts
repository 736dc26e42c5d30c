import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

const BLOCK = 64

/** Ids of bets, one for each in all processes. Receipts name them, so they are known before the bet is written. */
export function createBetIds(db: Database): { take(count: number): Promise<string[]> } {
  const known: string[] = []
  return {
    async take(count) {
      while (known.length < count) {
        const { rows } = await sql<{ id: string }>`
          select nextval('bet_id') as id from generate_series(1, ${sql.lit(BLOCK)})`.execute(db)
        known.push(...rows.map(({ id }) => String(id)))
      }
      return known.splice(0, count)
    },
  }
}
