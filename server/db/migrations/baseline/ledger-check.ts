import type { Statement } from '#server/db/migrations/migration.ts'

/** Sums of the last check of the ledger, so that the next one continues from there. */
export const ledgerCheck: readonly Statement[] = [
  // Without a row the next check reads everything.
  `create table ledger_check (
     singleton boolean primary key default true check (singleton),
     -- Of what the books were compared with that is not in the database, and of games and coins.
     terms text not null,
     -- What PostgreSQL counts of rows changed and removed, in tables in which none ever is.
     changes text not null,
     -- The slice of the ledger that is read again next: a bucket, or the keys of all buckets after the last one.
     next_slice integer not null,
     -- Time that reading slices again has left; below zero after one that took longer than it may in one check.
     credit_ms double precision not null,
     whole_at timestamptz not null
   )`,

  // The sums below include transactions up to this id.
  `create table ledger_check_bucket (bucket smallint primary key, checked_to bigint not null)`,

  `create table ledger_check_account (
     bucket smallint not null,
     ledger_account_id bigint not null,
     kind text not null,
     coin text not null,
     account_id integer,
     postings bigint not null,
     total numeric not null,
     primary key (bucket, ledger_account_id)
   )`,

  `create table ledger_check_game (
     bucket smallint not null,
     game text not null,
     coin text not null,
     bets bigint not null,
     staked numeric not null,
     paid numeric not null,
     -- What the standard error of the game's return is made of.
     staked_squares numeric not null,
     paid_squares numeric not null,
     -- Of each payout with its stake.
     products numeric not null,
     primary key (bucket, game, coin)
   )`,
]
