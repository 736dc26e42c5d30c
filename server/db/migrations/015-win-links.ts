import type { Migration } from './migration.ts'

export const winLinks: Migration = {
  id: 15,
  name: 'win-links',
  up: [
    // A big win that its player lets everybody with the link see. Without a row nobody does.
    `create table win_link (
       bucket smallint not null,
       account_id integer not null,
       bet_id bigint not null,
       -- Unguessable part of the address.
       key text not null check (key ~ '^[A-Za-z0-9_-]{22}$'),
       -- Of the preview that other sites show.
       locale text not null,
       at timestamptz not null,
       primary key (bucket, account_id, bet_id),
       constraint win_link_key unique (bucket, key),
       constraint win_link_bucket check (bucket = account_id % 64)
     )`,
  ],
}
