import { sql } from 'kysely'
import { BUCKETS as N_BUCKETS } from '#server/ledger/bucket.ts'
import { isReal, type BooksTerms } from './books-terms.ts'
import type { Comparison, Subject } from './comparison.ts'

const BUCKETS = sql.lit(N_BUCKETS)
const grantsOf = (terms: BooksTerms): Comparison => ({
  what: 'grants of practice money: amount and coin with what is given; none where money is real',
  rows: sql`
    select moved.id, moved.key, account.account_id, account.coin, posting.amount, ${isReal(terms)} as is_real,
      exists (select from jsonb_to_recordset(${JSON.stringify(terms.grants)}::jsonb) as given (coin text, amount numeric)
        where given.coin = account.coin and given.amount = posting.amount) as is_usual
    from ledger_transaction moved
    left join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id) and posting.line = 2
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    where moved.kind = 'practice-grant'
    order by moved.id`,
  checks: [
    {
      kind: 'grant_differs',
      holds: sql`it.is_usual and not it.is_real`,
      where: sql`concat('transaction ', it.id, ' (', it.key, '): ', it.amount, ' ', it.coin, ' to player ', it.account_id,
        case when it.is_real then ', and money is real' end)`,
    },
  ],
})

/** Bonuses that ended with the account and have no posting of their own that takes them back. */
const closings: Comparison = {
  what: 'closed accounts: what they forfeited with when they were closed and with their bonuses, and that nothing is left',
  rows: sql`
    select coalesce(player.id, given.account_id) as id, player.closed_at, given.at, given.id as transaction_id,
      coalesce(given.locked, 0) as locked, coalesce(bonuses.amount, 0) as due, coalesce(held.balance, 0) as held
    from (select * from account where closed_at is not null) player
    full join (
      select moved.id, moved.at, account.account_id,
        -sum(posting.amount) filter (where account.kind = 'locked') as locked
      from ledger_transaction moved
      join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
      join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id) and account.account_id is not null
      where moved.kind = 'account-forfeit' group by moved.id, moved.at, account.account_id
    ) given on given.account_id = player.id
    left join (
      select account_id, ended_at, sum(amount - released) as amount from bonus
      where status = 'given_up' and not exists (
        select from ledger_transaction taken
        where taken.bucket = bonus.account_id % ${BUCKETS} and taken.key = 'bonus/' || bonus.id || '/forfeit')
      group by account_id, ended_at
    ) bonuses on bonuses.account_id = player.id and bonuses.ended_at = player.closed_at
    left join (
      select account_id, sum(balance) as balance from ledger_account
      where account_id is not null group by account_id
    ) held on held.account_id = player.id
    order by 1`,
  checks: [
    {
      kind: 'closing_differs',
      holds: sql`it.closed_at is not null and (it.at is null or it.at = it.closed_at)
        and it.locked = it.due and it.held = 0`,
      where: sql`concat('player ', it.id, ', closed ', coalesce(it.closed_at::text, 'never'), ', forfeited ',
        coalesce(it.at::text, 'nothing'), ': holds ', it.held, ', gave up ', it.locked, ' of bonuses of ', it.due)`,
    },
  ],
}

export const GRANTS: Subject = {
  comparisons: (terms) => [grantsOf(terms), closings],
}
