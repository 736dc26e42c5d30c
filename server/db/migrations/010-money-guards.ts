import type { Migration } from './migration.ts'

export const moneyGuards: Migration = {
  id: 10,
  name: 'money-guards',
  up: [
    // Addresses the house has the keys of, or had: every hot wallet of the signer, and where wallets pay to.
    // Those given to players are in deposit_address.
    `create table house_address (
       address text primary key check (char_length(address) between 20 and 100),
       first_seen_at timestamptz not null
     )`,
    `insert into house_address (address, first_seen_at)
       select address, now() from signer
       union select sender, now() from withdrawal_nonce`,
    `create trigger house_address_kept before update or delete on house_address
       for each row execute function ledger_refuse_change()`,
    `alter table withdrawal drop constraint withdrawal_reason_check`,
    `alter table withdrawal add constraint withdrawal_reason_check check (reason in (
       'large', 'above_day_limit', 'not_confirmed', 'unsignable', 'operator', 'reverted', 'house_address',
       'no_transfer', 'number_used'
     ))`,
    // The newest block when it was signed: from here on its number can have been used by something else.
    `alter table withdrawal_transaction add column signed_block bigint check (signed_block >= 0)`,
    // What operators decided, and who.
    `create table withdrawal_decision (
       id bigint generated always as identity primary key,
       withdrawal_id bigint not null references withdrawal (id),
       decision text not null check (decision in ('approve', 'refuse', 'paid', 'unpaid')),
       -- The transaction they went by.
       tx_id text,
       decided_by text not null check (char_length(decided_by) between 1 and 200),
       decided_at timestamptz not null,
       check ((decision in ('paid', 'unpaid')) = (tx_id is not null))
     )`,
    `create unique index withdrawal_decision_once on withdrawal_decision (withdrawal_id)
       where decision in ('paid', 'unpaid')`,
    `create trigger withdrawal_decision_kept before update or delete on withdrawal_decision
       for each row execute function ledger_refuse_change()`,

    // The house gives without an end where money comes from outside, so no player can bring its side of a coin to
    // the end of 64 bits, from where on nobody could be credited. What a player holds has that end, for himself.
    `drop trigger ledger_account_begins_empty on ledger_account`,
    `alter table ledger_account alter column balance type numeric(38, 0),
       add constraint ledger_account_fits check (account_id is null or balance <= 9223372036854775807)`,
    `create trigger ledger_account_begins_empty before insert on ledger_account
       for each row when (new.balance <> 0) execute function ledger_refuse_change()`,
    // Of the house's stripes nobody asks what one held.
    `alter table ledger_posting alter column balance_after drop not null`,
    `create or replace function ledger_move_balance() returns trigger language plpgsql as $$
     begin
       update ledger_account
         set balance = balance + new.amount
         where id = new.ledger_account_id
           and new.line <= (select lines from ledger_transaction where id = new.transaction_id)
         returning coin, kind in ('deposit', 'withdrawal'), case when account_id is not null then balance end
         into new.coin, new.is_external, new.balance_after;
       if not found then
         raise exception using errcode = 'check_violation', constraint = 'ledger_posting_belongs',
           message = 'the posting has no account, or its transaction is complete';
       end if;
       return new;
     end $$`,
    `alter table unclaimed_transfer alter column amount type numeric(78, 0)`,
    `alter table deposit drop constraint deposit_status_check`,
    `alter table deposit add constraint deposit_status_check check (status in (
       'confirming', 'confirmed', 'credited', 'below_minimum', 'wrong_token', 'dropped', 'account_closed', 'too_large'
     ))`,
  ],
}
