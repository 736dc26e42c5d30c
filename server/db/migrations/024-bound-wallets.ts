import type { Migration } from './migration.ts'

export const boundWallets: Migration = {
  id: 24,
  name: 'bound-wallets',
  up: [
    // A wallet of before its chain was kept counted everywhere. Once it is bound to the chain of its contract, what it
    // paid on others before stays its player's.
    `create function remember_wallet_elsewhere() returns trigger language plpgsql as $$
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
    `create trigger wallet_bound after update on wallet
       for each row when (old.proven_by is null and new.proven_by = 'contract')
       execute function remember_wallet_elsewhere()`,
    // Those that were bound before this was there: nobody knows from when on.
    `insert into former_wallet (address, account_id, linked_at, unlinked_at)
       select distinct deposit.sender, deposit.account_id, null::timestamptz, now()
       from deposit
       join wallet on wallet.address = deposit.sender and wallet.account_id = deposit.account_id
         and wallet.proven_by = 'contract'
         and wallet.chain_id <> substring(deposit.chain from '^evm-([0-9]+)')::bigint
       where deposit.status <> 'dropped'
       on conflict do nothing`,
  ],
}
