import type { Statement } from '#server/db/migrations/migration.ts'

export const signer: readonly Statement[] = [
  // One signer per chain, and the wallet that it pays from.
  `create table signer (
     chain text primary key check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
     address text not null check (char_length(address) between 20 and 100),
     holder uuid not null,
     held_until timestamptz not null,
     seen_at timestamptz not null
   )`,

  // Addresses whose keys the house has or had: every hot wallet of the signer, and the recipients of deposits.
  // Deposit addresses of players are in deposit_address.
  `create table house_address (
     address text primary key check (char_length(address) between 20 and 100),
     first_seen_at timestamptz not null
   )`,
  `create trigger house_address_kept before update or delete on house_address
     for each row execute function ledger_refuse_change()`,

  // Chains on which signing is stopped: the wallet has made a payment that this database lacks.
  `create table signer_halt (
     chain text primary key check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
     sender text not null check (char_length(sender) between 20 and 100),
     since timestamptz not null,
     -- How many numbers the wallet was seen to have used, those in no block included: they may come back.
     seen_nonce bigint check (seen_nonce >= 0)
   )`,

  // Operators' decisions about such transactions: one, a range of nonces, or all up to a time.
  `create table signer_recovery (
     id bigint generated always as identity primary key,
     chain text not null check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
     sender text not null check (char_length(sender) between 20 and 100),
     tx_id text check (char_length(tx_id) between 1 and 128 and tx_id = lower(tx_id)),
     nonce_from bigint check (nonce_from >= 0),
     nonce_to bigint,
     until_at timestamptz,
     -- That it has paid; null for none of Koi's.
     withdrawal_id bigint references withdrawal (id),
     decided_by text not null check (char_length(decided_by) between 1 and 200),
     decided_at timestamptz not null,
     -- The signer's own, so that no other writer can say it.
     seal bytea not null check (octet_length(seal) = 32),
     constraint signer_recovery_once unique (chain, tx_id),
     check ((nonce_from is null) = (nonce_to is null)),
     check (nonce_to >= nonce_from),
     check (num_nonnulls(tx_id, nonce_to, until_at) > 0),
     check (withdrawal_id is null or tx_id is not null)
   )`,
  `create unique index signer_recovery_withdrawal on signer_recovery (withdrawal_id)`,
  `create trigger signer_recovery_kept before update or delete on signer_recovery
     for each row execute function ledger_refuse_change()`,
]
