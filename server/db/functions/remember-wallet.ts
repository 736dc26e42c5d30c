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

/** Keeps the owner of a wallet on chains where the wallet does not count any more. */
export const rememberWalletElsewhere: SqlFunction = {
  name: 'remember_wallet_elsewhere',
  sql: `create or replace function remember_wallet_elsewhere() returns trigger language plpgsql as $$
    begin
      if exists (select from deposit
          where sender = old.address and account_id = old.account_id
            and substring(chain from '^evm-([0-9]+)')::bigint <> new.chain_id) then
        insert into former_wallet (address, account_id, linked_at, unlinked_at)
          values (old.address, old.account_id, old.linked_at, now())
          on conflict do nothing;
      end if;
      return null;
    end $$`,
}
