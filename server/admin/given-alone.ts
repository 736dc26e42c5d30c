import type { Database } from '#server/db/tables.ts'

const DAY_MS = 24 * 60 * 60_000

interface Given {
  readonly operator: number
  /** In 10⁻⁸ US dollars, as the limit. */
  readonly usd: bigint
  readonly limit: bigint
  readonly now: number
}

/**
 * Counts a gift if all that the operator has given alone within 24 hours stays within the limit. Call it in the
 * transaction of the gift: it locks the operator, so that two gifts at once see each other.
 * @returns whether it was counted
 */
export async function countGivenAlone(trx: Database, { operator, usd, limit, now }: Given): Promise<boolean> {
  await trx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', operator)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { given } = await trx
    .selectFrom('operator_gift')
    .select(({ fn }) => fn.sum<string | null>('usd').as('given'))
    .where('operator_id', '=', operator)
    .where('at', '>', new Date(now - DAY_MS))
    .executeTakeFirstOrThrow()
  if (BigInt(given ?? 0) + usd > limit) return false
  await trx
    .insertInto('operator_gift')
    .values({ operator_id: operator, usd: `${usd}`, at: new Date(now) })
    .execute()
  return true
}
