import type { Migration } from './migration.ts'

/** Bets have a history of their own; whatever kind of movement is added later is listed here. */
const BETS = `('stake', 'payout', 'round')`

export const historyLines: Migration = {
  id: 11,
  name: 'history-lines',
  up: [
    // Players' postings that are no bet, in the order they are read in: a page of somebody's history costs the
    // same after a thousand bets and after a million, and a bet costs nothing here.
    `create table ledger_history (
       ledger_account_id bigint not null references ledger_account (id),
       kind text not null,
       at timestamptz not null,
       transaction_id bigint not null,
       line integer not null,
       primary key (ledger_account_id, kind, at, transaction_id, line),
       foreign key (transaction_id, line) references ledger_posting (transaction_id, line)
     )`,
    `create function ledger_list(asked_transaction bigint) returns void language sql as $$
       insert into ledger_history (ledger_account_id, kind, at, transaction_id, line)
       select account.id, moved.kind, moved.at, posting.transaction_id, posting.line
       from ledger_transaction moved
       join ledger_posting posting on posting.transaction_id = moved.id
       join ledger_account account on account.id = posting.ledger_account_id
       where moved.id = asked_transaction and account.account_id is not null
         -- A release moves money from one balance of the player to another: it is one line.
         and not (moved.kind = 'bonus-release' and posting.amount < 0)
     $$`,
    `select ledger_list(id) from ledger_transaction where kind not in ${BETS}`,

    `create function ledger_list_transaction() returns trigger language plpgsql as $$
     begin
       perform ledger_list(new.id);
       return null;
     end $$`,
    // At commit, because the postings come after their transaction.
    `create constraint trigger ledger_transaction_listed after insert on ledger_transaction
       deferrable initially deferred for each row when (new.kind not in ${BETS})
       execute function ledger_list_transaction()`,
    `create trigger ledger_history_by_itself before insert on ledger_history
       for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change()`,
    `create trigger ledger_history_append_only before update or delete on ledger_history
       for each row execute function ledger_refuse_change()`,
    `create trigger ledger_history_no_truncate before truncate on ledger_history
       for each statement execute function ledger_refuse_change()`,

    // What is told of each withdrawal, and what is counted with one before it is signed.
    `create index withdrawal_transaction_withdrawal on withdrawal_transaction (withdrawal_id, id)`,
    `create index withdrawal_to_address on withdrawal (address)`,
  ],
}
