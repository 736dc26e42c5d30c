import type { Statement } from '#server/db/migrations/migration.ts'

export const responsiblePlay: readonly Statement[] = [
  `create table play_limit (
     account_id integer not null references account (id) on delete cascade,
     kind text not null check (kind in ('deposit', 'loss', 'wager')),
     period text not null check (period in ('day', 'week', 'month')),
     -- US cents; null for none.
     amount bigint check (amount >= 0),
     raise_asked_at timestamptz,
     raise_amount bigint check (raise_amount >= 0),
     primary key (account_id, kind, period),
     check (raise_asked_at is not null or raise_amount is null)
   )`,

  // Rows never change: a longer break is a further row.
  `create table play_break (
     id bigint generated always as identity primary key,
     account_id integer not null references account (id) on delete cascade,
     kind text not null check (kind in ('time-out', 'self-exclusion')),
     started_at timestamptz not null,
     until timestamptz not null check (until > started_at)
   )`,
  `create index play_break_account_id on play_break (account_id, until desc)`,

  // Written when an account is closed: the address cannot open another one earlier.
  `create table excluded_email (
     email_hash bytea primary key check (octet_length(email_hash) = 32),
     until timestamptz not null
   )`,

  // Written when an account is closed or a wallet unlinked: the wallet cannot open another account earlier.
  `create table excluded_wallet (
     address_hash bytea primary key check (octet_length(address_hash) = 32),
     until timestamptz not null
   )`,
]
