import type { Statement } from '#server/db/migrations/migration.ts'

/** Limits and breaks of players, and who may not open another account. */
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

  // Rows are never changed: a longer break is a further one.
  `create table play_break (
     id bigint generated always as identity primary key,
     account_id integer not null references account (id) on delete cascade,
     kind text not null check (kind in ('time-out', 'self-exclusion')),
     started_at timestamptz not null,
     until timestamptz not null check (until > started_at)
   )`,
  `create index play_break_account_id on play_break (account_id, until desc)`,

  // Holds when the account is closed: the same address cannot open another before.
  `create table excluded_email (
     email_hash bytea primary key check (octet_length(email_hash) = 32),
     until timestamptz not null
   )`,

  // Holds when the account is closed or the wallet unlinked: it cannot open another account before.
  `create table excluded_wallet (
     address_hash bytea primary key check (octet_length(address_hash) = 32),
     until timestamptz not null
   )`,
]
