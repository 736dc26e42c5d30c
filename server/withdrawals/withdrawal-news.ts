import { sql } from 'kysely'
import { isWithdrawalEnded } from '#contract/withdrawals.ts'
import type { PlayerTopic } from '#server/feed/player-news.ts'
import { toWithdrawal, withdrawalsWithCoins } from './withdrawal-rows.ts'

/**
 * Withdrawals, as their players are told of them. The signer, which has the key of the money, tells nobody but the
 * database: what it does is asked for while something is under way.
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
