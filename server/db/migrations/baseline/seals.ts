import type { Statement } from '#server/db/migrations/migration.ts'
import { neverChanged, REFUSED } from './kept-rows.ts'

/** Daily seals, and what proofs for them are made from. Days are UTC, as `2026-11-25`: text, as in the seals. */
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
  // One day after the other.
  `create unique index seal_under_way on seal ((true)) where text is null`,
  `create trigger seal_signed before update on seal for each row when (old.text is not null) ${REFUSED}`,
  `create trigger seal_kept before delete on seal for each row ${REFUSED}`,
  `create trigger seal_no_truncate before truncate on seal for each statement ${REFUSED}`,

  // Nodes of the trees' lowest level, 1,024 a row, and the root over them. In a tree of sums the sum comes after the
  // hash. They are of all buckets: one row a thousand receipts.
  `create table seal_leaves (
     day text not null,
     -- receipts, crash, or balances of a coin.
     tree text not null,
     ordinal integer not null check (ordinal >= 0),
     leaves bytea not null,
     root bytea not null,
     primary key (day, tree, ordinal)
   )`,

  // Which receipts of a player are where in the tree of a day. The next seal goes on after the last one.
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

  // What a player had of a coin when the day was sealed, and where its two pieces are in the tree.
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
