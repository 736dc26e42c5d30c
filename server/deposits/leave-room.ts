import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { MAX_REFUSED_A_DAY } from './deposit-amounts.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Whether these transfers, which were not credited, leave room in their list for one more of the day of `at`, in
 * milliseconds since the epoch.
 */
export async function leaveRoom(
  refused: SelectQueryBuilder<Tables, 'deposit', object>,
  at: number,
): Promise<boolean> {
  const from = new Date(`${new Date(at).toISOString().slice(0, 10)}T00:00:00Z`)
  const { n } = await refused
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('block_at', '>=', from)
    .where('block_at', '<', new Date(from.getTime() + DAY_MS))
    .executeTakeFirstOrThrow()
  return Number(n) < MAX_REFUSED_A_DAY
}
