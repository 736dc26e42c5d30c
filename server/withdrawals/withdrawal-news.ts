import { sql } from 'kysely'
import { isWithdrawalEnded } from '#contract/withdrawals.ts'
import type { PlayerTopic } from '#server/feed/player-news.ts'
import { toWithdrawal, withdrawalsWithCoins } from './withdrawal-rows.ts'

/**
 * The signer holds the keys, so it talks only to the database. That is why open withdrawals are polled.
 */
export const WITHDRAWAL_NEWS: PlayerTopic<'withdrawals'> = {
  askEveryMs: 2_000,
  async read(db, players, since) {
    const rows = await withdrawalsWithCoins(db)
      .where(sql<boolean>`withdrawal.account_id = any(${players}::integer[])`)
      .where((where) =>
        where.or([where('withdrawal.settled_at', 'is', null), where('withdrawal.settled_at', '>', since)]),
      )
      .orderBy('withdrawal.id', 'desc')
      .execute()
    return rows.map((row) => ({
      player: row.account_id,
      id: row.id,
      item: toWithdrawal(row),
      isUnderWay: !isWithdrawalEnded(row.status),
    }))
  },
}
