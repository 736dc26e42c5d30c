import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { findFaults, readInOneView, type Fault, type FaultKind } from './reconcile.ts'

/**
 * Compares what deposits, withdrawals and bonuses say of themselves with what the ledger has posted, from one
 * moment's view of both: money that came in or went out without one of them is in sight, too.
 */
export const compareRegisters = (db: Database): Promise<Fault[]> =>
  readInOneView(db, (trx) => findFaults(trx, CHECKS))

/** A fault a row, described in `where`. */
const CHECKS: readonly (readonly [FaultKind, RawBuilder<unknown>])[] = [
  [
    'deposit_unposted',
    sql`
      select 'deposit ' || deposit.id || ' of ' || deposit.amount || ' ' || deposit.coin || ' in ' ||
        deposit.tx_id || ': not posted as ' || deposit.credited_amount || ' ' || deposit.receive_coin ||
        ' to player ' || deposit.account_id as where
      from deposit
      left join ledger_transfer transfer on transfer.chain = deposit.chain
        and transfer.tx_id = deposit.tx_id and transfer.log_index = deposit.log_index
      where deposit.status = 'credited' and (
        not exists (
          select from ledger_posting posting
          join ledger_account account on account.id = posting.ledger_account_id
          where posting.transaction_id = transfer.transaction_id and posting.line = transfer.line
            and account.kind = 'deposit' and account.coin = deposit.coin and posting.amount = -deposit.amount
        ) or not exists (
          select from ledger_posting posting
          join ledger_account account on account.id = posting.ledger_account_id
          where posting.transaction_id = transfer.transaction_id and account.kind = 'available'
            and account.account_id = deposit.account_id and account.coin = deposit.receive_coin
            and posting.amount = deposit.credited_amount
        )
      )
      order by deposit.id`,
  ],
  [
    'withdrawal_unposted',
    sql`
      select 'withdrawal ' || withdrawal.id || ' of ' || withdrawal.amount || ' ' || withdrawal.coin || ' (' ||
        withdrawal.status || '): posted as ' || coalesce(reserved.kind, 'nothing') ||
        coalesce(', ' || settled.kind, '') as where
      from withdrawal
      left join ledger_transaction reserved
        on reserved.kind = 'withdrawal-reserve' and reserved.subject = withdrawal.id::text
      left join ledger_transaction settled
        on settled.kind in ('withdrawal-complete', 'withdrawal-cancel') and settled.subject = withdrawal.id::text
      where not exists (
          select from ledger_posting posting
          join ledger_account account on account.id = posting.ledger_account_id
          where posting.transaction_id = reserved.id and account.kind = 'pending'
            and account.account_id = withdrawal.account_id and account.coin = withdrawal.coin
            and posting.amount = withdrawal.amount
        )
        or settled.kind is distinct from case
          when withdrawal.status = 'confirmed' then 'withdrawal-complete'
          when withdrawal.status in ('cancelled', 'refused', 'failed') then 'withdrawal-cancel'
        end
        or (withdrawal.status = 'confirmed' and not exists (
          select from withdrawal_transaction sent
          join ledger_transfer transfer on transfer.chain = sent.chain and transfer.tx_id = sent.tx_id
          join ledger_posting posting
            on posting.transaction_id = transfer.transaction_id and posting.line = transfer.line
          join ledger_account account on account.id = posting.ledger_account_id
          where sent.withdrawal_id = withdrawal.id and sent.outcome = 'confirmed'
            and transfer.transaction_id = settled.id and account.kind = 'withdrawal'
            and account.coin = withdrawal.coin and posting.amount = withdrawal.amount - withdrawal.fee
        ))
      order by withdrawal.id`,
  ],
  [
    'transfer_unknown',
    sql`
      select transfer.chain || ' ' || transfer.tx_id || ' ' || transfer.log_index || ' (transaction ' ||
        transfer.transaction_id || '): no credited deposit and no confirmed withdrawal' as where
      from ledger_transfer transfer
      where not exists (
          select from deposit
          where deposit.chain = transfer.chain and deposit.tx_id = transfer.tx_id
            and deposit.log_index = transfer.log_index and deposit.status = 'credited'
        ) and not exists (
          select from withdrawal_transaction sent
          join withdrawal on withdrawal.id = sent.withdrawal_id
          where sent.chain = transfer.chain and sent.tx_id = transfer.tx_id and sent.outcome = 'confirmed'
            and withdrawal.status = 'confirmed'
        )
      order by transfer.transaction_id`,
  ],
  [
    'hold_differs',
    sql`
      select kind || ' ' || coin || ' of player ' || account_id || ': balance ' || coalesce(held.balance, 0) ||
        ', open withdrawals or bonuses ' || coalesce(due.amount, 0) as where
      from (
        select account_id, coin, 'pending' as kind, sum(amount) as amount from withdrawal
        where status not in ('confirmed', 'cancelled', 'refused', 'failed') group by account_id, coin
        union all
        select account_id, coin, 'locked' as kind, sum(amount - released) as amount from bonus
        where status = 'active' group by account_id, coin
      ) due
      full join (
        select account_id, coin, kind, balance from ledger_account
        where account_id is not null and kind in ('pending', 'locked')
      ) held using (account_id, coin, kind)
      where coalesce(held.balance, 0) <> coalesce(due.amount, 0)
      order by account_id, coin, kind`,
  ],
]
