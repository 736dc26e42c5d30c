import { sql } from 'kysely'
import { tellPlayers, type PlayerTopic } from '#server/feed/player-news.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Database } from '#server/db/tables.ts'
import { depositsWithCoins, toDeposit } from './deposit-rows.ts'

const PENDING = ['confirming', 'confirmed'] as const

export const DEPOSIT_NEWS: PlayerTopic<'deposits'> = {
  async read(db, players, since) {
    const rows = await depositsWithCoins(db)
      .where(sql<boolean>`deposit.account_id = any(${players}::integer[])`)
      .where((where) =>
        where.or([where('deposit.status', 'in', PENDING), where('deposit.updated_at', '>', since)]),
      )
      .orderBy('deposit.id', 'desc')
      .execute()
    return rows.map((row) => ({
      player: row.account_id,
      id: row.id,
      item: toDeposit(row),
      isUnderWay: row.status === 'confirming' || row.status === 'confirmed',
    }))
  },
}

/** Notifies players whose deposits have changed since the last call. Called by the process that watches the chain. */
export function createDepositNotifier(db: Database, feed: Pick<Feed, 'publish'>, chain: string) {
  /** Pending deposits at the last call, by id. */
  let before = new Map<string, { readonly player: number; readonly stage: string }>()
  let newestId: string | null = null

  return async (): Promise<void> => {
    const { rows } = await sql<{ id: string; player: number; stage: string; isUnderWay: boolean }>`
      with watched as (select head_block from chain_watch where chain = ${chain})
      select id, account_id as player, concat(status, ' ', (select head_block from watched)) as stage, true as "isUnderWay"
        from deposit where chain = ${chain} and status in (${sql.join(PENDING)})
      union all
      select id, account_id, status, false from deposit
        where chain = ${chain} and id > ${newestId}::bigint and status not in (${sql.join(PENDING)})`.execute(
      db,
    )
    const now = new Map(rows.filter(({ isUnderWay }) => isUnderWay).map((row) => [row.id, row]))
    const changed = new Set<number>()
    for (const { id, player, stage } of rows) if (before.get(id)?.stage !== stage) changed.add(player)
    for (const [id, { player }] of before) if (!now.has(id)) changed.add(player)
    before = now
    newestId = await readNewestId(db)
    tellPlayers(feed, 'deposits', changed)
    tellPlayers(feed, 'balances', changed)
    tellPlayers(feed, 'messages', changed)
  }
}

async function readNewestId(db: Database): Promise<string> {
  const { id } = await db
    .selectFrom('deposit')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? '0'
}
