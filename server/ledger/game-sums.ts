import { sql, type RawBuilder } from 'kysely'
import type { LedgerRows } from './ledger-rows.ts'

/** Stakes, payouts and rounds added up: `bucket`, `game`, `coin`, `bets`, `staked`, `paid`. */
export const gameSumsOf = (
  { transactions, postings }: LedgerRows,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select moved.bucket, moved.subject as game, posting.coin,
    count(*) filter (where posting.amount < 0) as bets,
    coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0) as staked,
    coalesce(sum(posting.amount) filter (where posting.amount > 0), 0) as paid
  from ${transactions} moved
  join ${postings} posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
  join ledger_account account
    on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id) and account.kind = 'available'
  where moved.kind in ('stake', 'payout', 'round') and moved.subject is not null and ${where}
  group by moved.bucket, moved.subject, posting.coin
)`
