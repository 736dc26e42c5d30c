import type { Statement } from '#server/db/migrations/migration.ts'

/** Who signs withdrawals of a chain, from which wallets, and what stops it. */
export const signer: readonly Statement[] = [
  // The signer of a chain: one at a time, and the wallet it pays from.
  `create table signer (
     chain text primary key check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
     address text not null check (char_length(address) between 20 and 100),
     holder uuid not null,
     held_until timestamptz not null,
     seen_at timestamptz not null
   )`,

  // Addresses the house has the keys of, or had: every hot wallet of the signer, and where wallets pay to.
  // Those given to players are in deposit_address.
  `create table house_address (
     address text primary key check (char_length(address) between 20 and 100),
     first_seen_at timestamptz not null
   )`,
  `create trigger house_address_kept before update or delete on house_address
     for each row execute function ledger_refuse_change()`,

  // Chains on which nothing is signed: the wallet has paid what this database does not know.
  `create table signer_halt (
     chain text primary key check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
     sender text not null check (char_length(sender) between 20 and 100),
     since timestamptz not null,
     -- How many numbers the wallet was seen to have used, those in no block included: they may come back.
     seen_nonce bigint check (seen_nonce >= 0)
   )`,

  // What a person has said of such transactions: of one, of a row of numbers, or of all up to a moment.
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
