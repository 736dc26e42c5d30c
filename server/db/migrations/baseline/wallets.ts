import { rememberWallet, rememberWalletElsewhere } from '#server/db/functions/remember-wallet.ts'
import type { Statement } from '#server/db/migrations/migration.ts'

export const wallets: readonly Statement[] = [
  // A wallet opens one account at most. The address of a key is the same on every chain. A contract has its address
  // on one chain only: elsewhere it may belong to somebody else.
  `create table wallet (
     address text not null check (address ~ '^0x[0-9a-f]{40}$'),
     account_id integer not null references account (id) on delete cascade,
     label text not null check (char_length(label) <= 60),
     linked_at timestamptz not null,
     last_used_at timestamptz,
     -- Null where it is not known, until it signs again.
     proven_by text check (proven_by in ('key', 'contract')),
     -- The chain that a contract is on.
     chain_id bigint check (chain_id > 0),
     -- False for one that only pays into the account: its session and the wallet's signature link it.
     logs_in boolean not null default true,
     check (proven_by is null or (proven_by = 'contract') = (chain_id is not null))
   )`,
  `create unique index wallet_address_chain on wallet (address, coalesce(chain_id, 0))`,
  `create index wallet_account_id on wallet (account_id)`,

  // Unlinked wallets that have made deposits: the deposits still belong to the player.
  `create table former_wallet (
     address text not null check (address ~ '^0x[0-9a-f]{40}$'),
     account_id integer not null references account (id),
     -- Null where nobody knows whether it was linked.
     linked_at timestamptz,
     unlinked_at timestamptz not null,
     primary key (address, account_id)
   )`,
  rememberWallet,
  `create trigger wallet_remembered after delete on wallet
     for each row execute function remember_wallet()`,
  `create trigger wallet_moved after update on wallet
     for each row when ((new.address, new.account_id) is distinct from (old.address, old.account_id))
     execute function remember_wallet()`,
  // A wallet of unknown chain counted on every chain. After it is bound to the chain of its contract, its earlier
  // deposits on other chains still belong to the player.
  rememberWalletElsewhere,
  `create trigger wallet_bound after update on wallet
     for each row when (old.proven_by is null and new.proven_by = 'contract')
     execute function remember_wallet_elsewhere()`,
  `create trigger former_wallet_kept before update or delete on former_wallet
     for each row execute function ledger_refuse_change()`,
  `create trigger former_wallet_no_truncate before truncate on former_wallet
     for each statement execute function ledger_refuse_change()`,
]
