import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/refusal-response.ts'

/** @throws ApiFailure `bad_request`, field `receives`, unless deposits may be credited in the coin */
export async function assertReceivable(db: Database, coin: string): Promise<void> {
  const row = await db
    .selectFrom('coin')
    .select('id')
    .where('id', '=', coin)
    .where('receivable', '=', true)
    .executeTakeFirst()
  if (!row) throw new ApiFailure('bad_request', 'That coin cannot be received', { fields: ['receives'] })
}
