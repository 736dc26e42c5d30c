import type { Database } from '#server/db/tables.ts'
import { isFollowed } from './intent-groups.ts'

/** Whether a practice chain has anything that the next blocks, or the next prices, bring on. */
export async function isUnderWay(db: Database, chain: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('chain_watch')
    .select('chain')
    .where('chain', '=', chain)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('practice_transfer')
            .select('practice_transfer.id')
            .where('practice_transfer.chain', '=', chain)
            .whereRef('practice_transfer.block', '>', 'chain_watch.final_block'),
        ),
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .where('deposit.chain', '=', chain)
            .where('deposit.status', 'in', ['confirming', 'confirmed']),
        ),
        exists(
          selectFrom('deposit_intent')
            .select('deposit_intent.id')
            .where('deposit_intent.chain', '=', chain)
            .where(isFollowed(now, ['open'])),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
