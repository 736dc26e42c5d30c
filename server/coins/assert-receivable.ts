import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

/** @throws Refusal `bad_request`, field `receives`, unless deposits may be credited in the coin */
export async function assertReceivable(db: Database, coin: string): Promise<void> {
  const row = await db
    .selectFrom('coin')
    .select('id')
    .where('id', '=', coin)
    .where('receivable', '=', true)
    .executeTakeFirst()
  if (!row) throw new Refusal('bad_request', 'That coin cannot be received', { fields: ['receives'] })
}
