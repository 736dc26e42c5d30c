import { sql } from 'kysely'
import type { PlayerRow } from '#contract/operator/players.ts'
import type { Database } from '#server/db/tables.ts'
import { emailFor } from './shortened.ts'
import { isResting } from './resting-accounts.ts'
import type { Viewer } from './view-services.ts'

interface Row {
  readonly id: number
  readonly email: string | null
  readonly nickname: string
  readonly shown_as: 'made' | 'nickname' | 'hidden'
  readonly public_number: string
  readonly created_at: Date
  readonly closed_at: Date | null
  readonly seen_at: Date | null
  readonly is_resting: boolean
}

/** In the order of the numbers that are asked for. */
export async function readPlayerRows(
  db: Database,
  viewer: Viewer,
  uids: readonly number[],
  now: number,
): Promise<PlayerRow[]> {
  if (uids.length === 0) return []
  const { rows } = await sql<Row>`
    select account.id, email, nickname, shown_as, public_number, created_at, closed_at,
      greatest(
        (select max(last_used_at) from session where session.account_id = account.id),
        (select at from login_event login where login.account_id = account.id and outcome = 'ok' order by id desc limit 1)
      ) as seen_at,
      ${isResting(now)} as is_resting
    from account where account.id = any(${uids}::integer[])`.execute(db)
  const byUid = new Map(rows.map((row) => [row.id, row]))
  return uids.flatMap((uid) => {
    const row = byUid.get(uid)
    return row ? [toPlayerRow(viewer, row)] : []
  })
}

const toPlayerRow = (viewer: Viewer, row: Row): PlayerRow => ({
  uid: row.id,
  publicNumber: row.shown_as === 'hidden' ? null : Number(row.public_number),
  nickname: row.nickname,
  email: emailFor(viewer, row.email),
  state: row.closed_at !== null ? 'closed' : row.is_resting ? 'break' : 'open',
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.seen_at?.toISOString() ?? null,
})
