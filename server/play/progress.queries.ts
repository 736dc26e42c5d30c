import type { Progress } from '#contract/progress.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

/** Decimals of the dollars that an account's counters are in. */
const DOLLAR_DECIMALS = 8

/** What counts for a player's levels and rakeback. */
export async function readProgress(db: Database, uid: number): Promise<Progress> {
  const row = await db
    .selectFrom('play_account')
    .select(['wagered', 'edge'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .executeTakeFirst()
  return {
    wageredUsd: toDecimal(BigInt(row?.wagered ?? 0), DOLLAR_DECIMALS),
    edgeUsd: toDecimal(BigInt(row?.edge ?? 0), DOLLAR_DECIMALS),
  }
}
