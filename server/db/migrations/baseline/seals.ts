import type { Statement } from '#server/db/migrations/migration.ts'
import { neverChanged, REFUSED } from './kept-rows.ts'

/** Daily seals and the data of their proofs. Days are UTC, as text like in the seals: `2026-11-25`. */
export const seals: readonly Statement[] = [
  `create table seal (
     day text primary key check (day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
     -- How far its receipts have been read: so many are in the tree, and the last one is of this account. Behind the
     -- last bucket is the end.
     receipts bigint not null default 0 check (receipts >= 0),
     at_bucket smallint not null default 0 check (at_bucket between 0 and 64),
     at_account integer not null default 0,
     -- What salts and pieces of balances are made from, encrypted.
     secret bytea,
     -- Null until it is signed.
     at timestamptz,
     text text,
     kid text,
     signature bytea check (octet_length(signature) = 64),
     check ((text is null) = (at is null) and (text is null) = (kid is null) and (text is null) = (signature is null)
       and (text is null) = (secret is null))
   )`,
  `create unique index seal_under_way on seal ((true)) where text is null`,
  `create trigger seal_signed before update on seal for each row when (old.text is not null) ${REFUSED}`,
  `create trigger seal_kept before delete on seal for each row ${REFUSED}`,
  `create trigger seal_no_truncate before truncate on seal for each statement ${REFUSED}`,

  // Leaves of the trees, 1,024 per row, and the root over them. In a tree of sums the sum follows the hash. They
  // cover all buckets: one row per thousand receipts.
  `create table seal_leaves (
     day text not null,
     -- receipts, crash, or balances of a coin.
     tree text not null,
     ordinal integer not null check (ordinal >= 0),
     leaves bytea not null,
     root bytea not null,
     primary key (day, tree, ordinal)
   )`,

  // Positions of a player's receipts in the tree of a day. The next seal continues after the last one.
  `create table seal_range (
     bucket smallint not null,
     account_id integer not null,
     first_sequence bigint not null check (first_sequence >= 1),
     last_sequence bigint not null check (last_sequence >= first_sequence),
     day text not null,
     first_leaf bigint not null check (first_leaf >= 0),
     primary key (bucket, account_id, first_sequence)
   )`,
  `create index seal_range_day on seal_range (bucket, account_id, day)`,

  // A player's balance of a coin at the seal, and the positions of its two parts in the tree.
  `create table seal_balance (
     bucket smallint not null,
     account_id integer not null,
     day text not null,
     coin text not null,
     balance numeric(38, 0) not null check (balance > 0),
     places integer[] not null check (cardinality(places) = 2),
     primary key (bucket, account_id, day, coin)
   )`,

  ...neverChanged('seal_leaves'),
  ...neverChanged('seal_range'),
  ...neverChanged('seal_balance'),
]
