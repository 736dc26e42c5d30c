import { sql, type RawBuilder } from 'kysely'
import type { LedgerRows } from './ledger-rows.ts'

/** A refunded stake. Its bet does not count. */
const isBack = sql`moved.kind = 'payout' and moved.key like 'bet/%/back'`
const isStake = sql`posting.amount < 0`
const isPaid = sql`posting.amount > 0 and not (${isBack})`

/**
 * SQL sums for each bucket, game and coin: `bets`, `staked`, `paid`, squared stakes, squared payouts, and products of payout
 * and stake. A refund subtracts its stake and bet.
 */
export const gameSumsOf = (
  { transactions, postings }: LedgerRows,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select moved.bucket, moved.subject as game, posting.coin,
    count(*) filter (where ${isStake}) - count(*) filter (where ${isBack}) as bets,
    coalesce(-sum(posting.amount) filter (where ${isStake} or ${isBack}), 0) as staked,
    coalesce(sum(posting.amount) filter (where ${isPaid}), 0) as paid,
    coalesce(-sum(posting.amount::numeric * abs(posting.amount))
      filter (where ${isStake} or ${isBack}), 0) as staked_squares,
    coalesce(sum(posting.amount::numeric * posting.amount) filter (where ${isPaid}), 0) as paid_squares,
    coalesce(-sum(posting.amount::numeric * coalesce(loss.amount, earlier.amount)) filter (where ${isPaid}), 0) as products
  from ${transactions} moved
  join ${postings} posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
  join ledger_account account
    on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id) and account.kind = 'available'
  left join ledger_posting loss on posting.amount > 0 and moved.kind = 'round' and loss.line = 1
    and (loss.bucket, loss.transaction_id) = (moved.bucket, moved.id)
  left join ledger_transaction begun on moved.kind = 'payout' and begun.bucket = moved.bucket
    and begun.key = regexp_replace(moved.key, '/payout$', '/stake')
  left join ledger_posting earlier on earlier.line = 1
    and (earlier.bucket, earlier.transaction_id) = (begun.bucket, begun.id)
  where moved.kind in ('stake', 'payout', 'round') and moved.subject is not null and ${where}
  group by moved.bucket, moved.subject, posting.coin
)`
