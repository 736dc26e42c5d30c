import { sql } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import type { Database } from '#server/db/tables.ts'

/** Says in the log what providers owe, for an operator who has to look at it. */
export async function tellDebts(db: Database, logger: Logger): Promise<void> {
  const owed = await db
    .selectFrom('provider_debt')
    .select([
      'provider',
      'coin',
      sql<number>`count(*)::int`.as('debts'),
      sql<string>`sum(amount)`.as('amount'),
    ])
    .where('settled_at', 'is', null)
    .groupBy(['provider', 'coin'])
    .execute()
  for (const each of owed) {
    logger.error(
      { alarm: 'provider_debt', ...each },
      'a provider took wins back that their players no longer had: their withdrawals of the coin wait',
    )
  }
}
