import type { Migration } from './migration.ts'

export const books: Migration = {
  id: 15,
  name: 'books',
  up: [
    // Wallets that have paid for a player who does not have them any more: whose a deposit was stays known.
    `create table former_wallet (
       address text not null check (address ~ '^0x[0-9a-f]{40}$'),
       account_id integer not null references account (id),
       -- Null for what was unlinked before this table was there: nobody knows whether it was linked.
       linked_at timestamptz,
       unlinked_at timestamptz not null,
       primary key (address, account_id)
     )`,
    `insert into former_wallet (address, account_id, linked_at, unlinked_at)
       select distinct deposit.sender, deposit.account_id, null::timestamptz, now()
       from deposit
       where deposit.chain like 'evm-%' and deposit.status <> 'dropped'
         and not exists (select from wallet
           where wallet.address = deposit.sender and wallet.account_id = deposit.account_id)
         and not exists (select from deposit_intent meant where meant.chain = deposit.chain
           and meant.sender = deposit.sender and meant.account_id = deposit.account_id)`,
    `create function remember_wallet() returns trigger language plpgsql as $$
     begin
       if exists (select from deposit
           where chain like 'evm-%' and sender = old.address and account_id = old.account_id) then
         insert into former_wallet (address, account_id, linked_at, unlinked_at)
           values (old.address, old.account_id, old.linked_at, now())
           on conflict do nothing;
       end if;
       return null;
     end $$`,
    `create trigger wallet_remembered after delete on wallet
       for each row execute function remember_wallet()`,
    `create trigger wallet_moved after update on wallet
       for each row when ((new.address, new.account_id) is distinct from (old.address, old.account_id))
       execute function remember_wallet()`,
    `create trigger former_wallet_kept before update or delete on former_wallet
       for each row execute function ledger_refuse_change()`,
    `create trigger former_wallet_no_truncate before truncate on former_wallet
       for each statement execute function ledger_refuse_change()`,
  ],
}
