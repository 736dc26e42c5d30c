import { sql } from 'kysely'
import type { MessageContent } from '#contract/messages.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

interface NewMessage {
  readonly player: number
  /** Names the event: the same twice is one message. */
  readonly key: string
  readonly at: Date
  readonly content: MessageContent
}

const AT_ONCE = 1_000

/**
 * Call it in the transaction that does what the message tells. Deposits, withdrawals and ends of bonuses are told by
 * triggers (`server/db/functions/message-of-money.ts`): several processes and commands change their rows. Each message
 * is also queued for the devices of its player, as `tellDevices` does there.
 */
export async function writeMessages(trx: Database, messages: readonly NewMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += AT_ONCE) {
    const some = messages.slice(from, from + AT_ONCE)
    await trx
      .with('told', (query) =>
        query
          .insertInto('message')
          .values(
            some.map(({ player, key, at, content: { kind, ...data } }) => ({
              bucket: bucketOf(player),
              account_id: player,
              key,
              at,
              kind,
              data: JSON.stringify(data),
            })),
          )
          .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'key']).doNothing())
          .returning(['bucket', 'account_id', 'id', 'at']),
      )
      .insertInto('push')
      .columns(['bucket', 'account_id', 'message_id', 'session_id', 'next_try_at', 'give_up_at'])
      .expression((query) =>
        query
          .selectFrom('told')
          .innerJoin('push_subscription as device', (join) =>
            join
              .onRef('device.bucket', '=', 'told.bucket')
              .onRef('device.account_id', '=', 'told.account_id'),
          )
          .select(['told.bucket', 'told.account_id', 'told.id', 'device.session_id', 'told.at'])
          .select(sql<Date>`told.at + interval '2 days'`.as('give_up_at')),
      )
      .execute()
  }
}
