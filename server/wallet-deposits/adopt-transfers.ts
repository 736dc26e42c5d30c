import type { Database } from '#server/db/tables.ts'
import { AWAITED_MS, depositsOf, FOLLOWED_MS } from '#server/deposits/intent-groups.ts'

/**
 * Matches intents with transfers that arrived under another hash than reported, or without a report. Player, sender, coin
 * and amount must be equal, and the transfer newer. A transfer closes one intent, the oldest that matches.
 */
export async function adoptTransfers(trx: Database, chain: string, now: number): Promise<void> {
  const fitting = await trx
    .selectFrom('deposit_intent')
    .innerJoin('deposit as came', (join) =>
      join
        .onRef('came.account_id', '=', 'deposit_intent.account_id')
        .onRef('came.chain', '=', 'deposit_intent.chain')
        .onRef('came.sender', '=', 'deposit_intent.sender')
        .onRef('came.coin', '=', 'deposit_intent.coin')
        .onRef('came.amount', '=', 'deposit_intent.amount')
        .onRef('came.block', '>', 'deposit_intent.opened_block')
        .on('came.status', '!=', 'dropped'),
    )
    .select(['deposit_intent.id', 'deposit_intent.tx_id as told', 'deposit_intent.status'])
    .select('came.tx_id')
    .where('deposit_intent.chain', '=', chain)
    .where('deposit_intent.created_at', '>', new Date(now - FOLLOWED_MS))
    .where((where) =>
      where.or([
        where('deposit_intent.status', 'in', ['unanswered', 'dropped', 'replaced']),
        // A freshly reported transaction is looked up first.
        where.and([
          where('deposit_intent.status', '=', 'sent'),
          where('deposit_intent.nonce', 'is', null),
          where('deposit_intent.updated_at', '>', where.ref('deposit_intent.sent_at')),
        ]),
      ]),
    )
    .where((where) => where.not(where.exists(depositsOf(where))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit_intent as other')
            .select('other.id')
            .whereRef('other.account_id', '=', 'came.account_id')
            .whereRef('other.chain', '=', 'came.chain')
            .whereRef('other.tx_id', '=', 'came.tx_id'),
        ),
      ),
    )
    .orderBy('deposit_intent.id')
    .orderBy('came.block')
    .orderBy('came.id')
    .execute()
  const taken = new Set<string>()
  for (const { id, told, status, tx_id } of fitting) {
    if (taken.has(id) || taken.has(tx_id)) continue
    taken.add(id).add(tx_id)
    await trx
      .updateTable('deposit_intent')
      .set({ status: 'seen', tx_id, nonce: null, updated_at: new Date(now) })
      .where('id', '=', id)
      // The player may report another transaction at the same time.
      .where('status', '=', status)
      .where('tx_id', 'is not distinct from', told)
      .execute()
  }
}

export async function giveUpUnanswered(trx: Database, chain: string, now: number): Promise<void> {
  await trx
    .updateTable('deposit_intent')
    .set({ status: 'dropped', updated_at: new Date(now) })
    .where('chain', '=', chain)
    .where('status', '=', 'unanswered')
    .where('sent_at', '<', new Date(now - AWAITED_MS))
    .execute()
}

/** True if an intent may match a transfer under another hash, or has no answer yet. */
export async function hasUnmatchedIntents(db: Database, chain: string, now: number): Promise<boolean> {
  const any = await db
    .selectFrom('deposit_intent')
    .select('id')
    .where('chain', '=', chain)
    .where('created_at', '>', new Date(now - FOLLOWED_MS))
    .where('status', 'in', ['unanswered', 'sent', 'dropped', 'replaced'])
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}
