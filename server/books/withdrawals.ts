import { sql } from 'kysely'
import { BUCKETS as N_BUCKETS } from '#server/ledger/bucket.ts'
import type { Comparison, Subject } from './comparison.ts'

const BUCKETS = sql.lit(N_BUCKETS)
const named = sql`concat('withdrawal ', it.id, ' of ', it.amount, ' ', it.coin, ' (', it.status, '): ')`

/** Gains of the player and the house by a transaction, by kinds of account. */
const gainedBy = (transaction: string) => sql`(
  select sum(posting.amount) filter (where account.kind = 'pending') as reserved,
    sum(posting.amount) filter (where account.kind = 'withdrawal') as paid,
    sum(posting.amount) filter (where account.kind = 'available') as returned,
    sum(posting.amount) filter (where account.kind = 'house') as kept
  from ledger_posting posting
  join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
  where (posting.bucket, posting.transaction_id) = (${sql.ref(`${transaction}.bucket`)}, ${sql.ref(`${transaction}.id`)})
    and account.coin = withdrawal.coin
    and (account.account_id is null or account.account_id = withdrawal.account_id) and posting.amount > 0
)`

const posted: Comparison = {
  what: 'withdrawals: with what was reserved, paid, given back and kept as a fee, the transaction that paid, and moments',
  rows: sql`
    select withdrawal.*, reserved.kind as reserved_kind, reserved.at as reserved_at,
      settled.kind as settled_kind, settled.at as posted_at,
      aside.reserved, ended.paid, ended.returned, ended.kept,
      exists (
        select from ledger_transfer sent
        join withdrawal_transaction attempt on attempt.chain = sent.chain and attempt.tx_id = sent.tx_id
        where (sent.bucket, sent.transaction_id) = (settled.bucket, settled.id) and sent.chain = withdrawal.chain
          and attempt.withdrawal_id = withdrawal.id and attempt.outcome = 'confirmed'
      ) as has_transfer
    from withdrawal
    left join ledger_transaction reserved
      on reserved.bucket = withdrawal.account_id % ${BUCKETS}
      and reserved.key = 'withdrawal/' || withdrawal.id || '/reserve'
    left join ledger_transaction settled
      on settled.bucket = withdrawal.account_id % ${BUCKETS}
      and settled.key = 'withdrawal/' || withdrawal.id || '/settle'
    left join lateral ${gainedBy('reserved')} aside on true
    left join lateral ${gainedBy('settled')} ended on true
    order by withdrawal.id`,
  checks: [
    {
      kind: 'withdrawal_unposted',
      holds: sql`it.reserved_kind = 'withdrawal-reserve'
        and it.settled_kind is not distinct from case
          when it.status = 'confirmed' then 'withdrawal-complete'
          when it.status in ('cancelled', 'refused', 'failed') then 'withdrawal-cancel' end
        and (it.status <> 'confirmed' or it.has_transfer)`,
      where: sql`concat(${named}, 'posted as ', coalesce(it.reserved_kind, 'nothing'), ', ' || it.settled_kind,
        case when it.status = 'confirmed' and not it.has_transfer then ', not by its own transaction' end)`,
    },
    {
      kind: 'withdrawal_amount_differs',
      holds: sql`it.reserved = it.amount and case
        when it.status = 'confirmed' then it.paid = it.amount - it.fee and coalesce(it.kept, 0) = it.fee
        -- Who pays to a program that refuses it bears the fee.
        when it.status = 'failed' then it.returned + coalesce(it.kept, 0) = it.amount
          and coalesce(it.kept, 0) in (0, it.fee)
        when it.status in ('cancelled', 'refused') then it.returned = it.amount and it.kept is null
        else true end`,
      where: sql`concat(${named}, 'fee ', it.fee, ', reserved ', coalesce(it.reserved, 0), ', paid ',
        coalesce(it.paid, 0), ', given back ', coalesce(it.returned, 0), ', kept ', coalesce(it.kept, 0))`,
    },
    {
      kind: 'time_differs',
      holds: sql`(it.reserved_at is null or it.reserved_at = it.requested_at)
        and it.posted_at is not distinct from it.settled_at`,
      where: sql`concat(${named}, 'asked for at ', it.requested_at, ', ended at ', coalesce(it.settled_at::text, 'never'),
        ', posted at ', it.reserved_at, ' and ', coalesce(it.posted_at::text, 'never'))`,
    },
  ],
}

const attempts: Comparison = {
  what: 'withdrawals: state with what became of the transactions signed for them',
  rows: sql`
    select withdrawal.*, coalesce(attempts.confirmed, 0) as confirmed, coalesce(attempts.reverted, 0) as reverted,
      coalesce(attempts.open, 0) as open, coalesce(attempts.expired, 0) as expired,
      coalesce(decisions.paid, 0) as decided_paid, coalesce(decisions.unpaid, 0) as decided_unpaid,
      coalesce(numbers.used, 0) as used, coalesce(numbers.open, 0) as open_numbers,
      coalesce(attempts.numbered, 0) as numbered
    from withdrawal
    left join (
      select withdrawal_id, count(*) filter (where outcome = 'confirmed') as confirmed,
        count(*) filter (where outcome = 'reverted') as reverted, count(*) filter (where outcome is null) as open,
        count(*) filter (where outcome = 'expired') as expired,
        count(*) filter (where nonce is not null and outcome in ('confirmed', 'reverted')) as numbered
      from withdrawal_transaction group by withdrawal_id
    ) attempts on attempts.withdrawal_id = withdrawal.id
    left join (
      select withdrawal_id, count(*) filter (where decision = 'paid') as paid,
        count(*) filter (where decision = 'unpaid') as unpaid
      from withdrawal_decision group by withdrawal_id
    ) decisions on decisions.withdrawal_id = withdrawal.id
    left join (
      select withdrawal_id, count(*) filter (where outcome = 'used') as used,
        count(*) filter (where outcome is null) as open
      from withdrawal_nonce group by withdrawal_id
    ) numbers on numbers.withdrawal_id = withdrawal.id
    order by withdrawal.id`,
  checks: [
    {
      kind: 'withdrawal_attempts_differ',
      holds: sql`case it.status
          when 'confirmed' then it.confirmed = 1 and it.reverted = 0 and it.open = 0 and it.decided_unpaid = 0
          -- What an operator found to be used by something else has expired.
          when 'failed' then it.confirmed = 0 and it.open = 0 and it.decided_paid = 0
            and it.reverted + case when it.decided_unpaid > 0 then least(it.expired, 1) else 0 end >= 1
          when 'signed' then it.confirmed = 0 and it.reverted = 0 and it.open >= 1
          when 'broadcast' then it.confirmed = 0 and it.reverted = 0 and it.open >= 1
          else it.confirmed = 0 and it.reverted = 0 and it.open = 0 and it.decided_paid = 0
        end
        and it.used = it.numbered and (it.open_numbers > 0) <= (it.open > 0)`,
      where: sql`concat(${named}, 'of its transactions ', it.confirmed, ' confirmed, ', it.reverted, ' undone, ',
        it.open, ' open, ', it.expired, ' expired, ', it.used, ' numbers used')`,
    },
  ],
}

const known: Comparison = {
  what: 'reservations, payments and returns posted: each with its withdrawal',
  rows: sql`
    select moved.id, moved.kind, moved.key, withdrawal.id as withdrawal_id
    from ledger_transaction moved
    left join withdrawal on withdrawal.id::text = moved.subject
    where moved.kind in ('withdrawal-reserve', 'withdrawal-complete', 'withdrawal-cancel')
    order by moved.id`,
  checks: [
    {
      kind: 'withdrawal_unknown',
      holds: sql`it.withdrawal_id is not null`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ', ', it.key, '): no such withdrawal')`,
    },
  ],
}

export const holdsOf = (
  what: string,
  kind: 'pending' | 'locked',
  due: ReturnType<typeof sql>,
): Comparison => ({
  what,
  rows: sql`
    select account_id, coin, coalesce(held.balance, 0) as balance, coalesce(due.amount, 0) as amount
    from (${due}) due
    full join (
      select account_id, coin, sum(balance) as balance from ledger_account
      where account_id is not null and kind = ${sql.lit(kind)} group by account_id, coin
    ) held using (account_id, coin)
    order by account_id, coin`,
  checks: [
    {
      kind: 'hold_differs',
      holds: sql`it.balance = it.amount`,
      where: sql`concat(${sql.lit(kind)}::text, ' ', it.coin, ' of player ', it.account_id, ': balance ', it.balance,
        ', open withdrawals or bonuses ', it.amount)`,
    },
  ],
})

export const WITHDRAWALS: Subject = {
  comparisons: () => [
    ...[posted, attempts, known],
    holdsOf(
      'pending balances: with what open withdrawals have reserved',
      'pending',
      sql`select account_id, coin, sum(amount) as amount from withdrawal
        where status not in ('confirmed', 'cancelled', 'refused', 'failed') group by account_id, coin`,
    ),
  ],
}
