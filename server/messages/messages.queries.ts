import { sql } from 'kysely'
import * as v from 'valibot'
import type { DataOf } from '#contract/endpoint.ts'
import type { MessageSummary } from '#contract/message-summary.ts'
import {
  MESSAGES_PER_PAGE,
  MessageContentSchema,
  type listMessages,
  type Message,
} from '#contract/messages.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

export async function listMessagesOf(
  db: Database,
  player: number,
  after: string | undefined,
): Promise<DataOf<typeof listMessages>> {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'at', 'kind', 'data', 'read_at'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(MESSAGES_PER_PAGE + 1)
    .execute()
  const page = rows.slice(0, MESSAGES_PER_PAGE)
  const next = rows.length > page.length ? (page.at(-1)?.id ?? null) : null
  return { messages: page.flatMap(toMessage), next }
}

/** Nothing for a kind that this release does not know. */
function toMessage(row: {
  readonly id: string
  readonly at: Date
  readonly kind: string
  readonly data: object
  readonly read_at: Date | null
}): Message[] {
  const { success, output } = v.safeParse(MessageContentSchema, { kind: row.kind, ...row.data })
  if (!success) return []
  return [{ id: row.id, at: row.at.toISOString(), isRead: row.read_at !== null, content: output }]
}

interface PlayerSummary extends MessageSummary {
  readonly player: number
  readonly hasOpenWithdrawal: boolean
}

export async function readSummaries(db: Database, players: readonly number[]): Promise<PlayerSummary[]> {
  const { rows } = await sql<{
    player: number
    bucket: number
    unread: string
    newest: string | null
    hasOpenWithdrawal: boolean
  }>`
    select who.player,
      (select count(*) from message where bucket = who.bucket and account_id = who.player and read_at is null)
        as unread,
      (select max(id) from message where bucket = who.bucket and account_id = who.player) as newest,
      exists (select from withdrawal where account_id = who.player and settled_at is null) as "hasOpenWithdrawal"
    from unnest(${players}::integer[], ${players.map(bucketOf)}::smallint[]) as who (player, bucket)`.execute(
    db,
  )
  return rows.map(({ player, unread, newest, hasOpenWithdrawal }) => ({
    player,
    unread: Number(unread),
    newest,
    hasOpenWithdrawal,
  }))
}

export async function readSummary(db: Database, player: number): Promise<MessageSummary> {
  const [summary] = await readSummaries(db, [player])
  return { unread: summary?.unread ?? 0, newest: summary?.newest ?? null }
}
