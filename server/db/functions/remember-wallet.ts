import type { SqlFunction } from './sql-function.ts'

/** Keeps the owner of an unlinked wallet that has made deposits: the deposits still belong to the player. */
export const rememberWallet: SqlFunction = {
  name: 'remember_wallet',
  sql: `create or replace function remember_wallet() returns trigger language plpgsql as $$
    begin
      if exists (select from deposit
          where chain like 'evm-%' and sender = old.address and account_id = old.account_id) then
        insert into former_wallet (address, account_id, linked_at, unlinked_at)
          values (old.address, old.account_id, old.linked_at, now())
          on conflict do nothing;
      end if;
      return null;
    end $$`,
}
