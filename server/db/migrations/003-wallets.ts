import type { Migration } from './migration.ts'

export const wallets: Migration = {
  id: 3,
  name: 'wallets',
  up: [
    // The address is the key: a wallet opens one account at most.
    `create table wallet (
       address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
       account_id integer not null references account (id) on delete cascade,
       label text not null check (char_length(label) <= 60),
       linked_at timestamptz not null,
       last_used_at timestamptz
     )`,
    `create index wallet_account_id on wallet (account_id)`,

    // Holds when the account is closed or the wallet unlinked: it cannot open another account before.
    `create table excluded_wallet (
       address_hash bytea primary key check (octet_length(address_hash) = 32),
       until timestamptz not null
     )`,

    // Of a message that a wallet signs, the challenge is the hash of all its text.
    `alter table challenge drop constraint challenge_purpose_check`,
    `alter table challenge add constraint challenge_purpose_check
       check (purpose in ('passkey-login', 'passkey-new', 'wallet-login', 'wallet-link'))`,
  ],
}
