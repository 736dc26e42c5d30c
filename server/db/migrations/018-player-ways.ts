import type { Migration } from './migration.ts'

export const playerWays: Migration = {
  id: 18,
  name: 'player-ways',
  up: [
    // Keyed hashes of the mailboxes and wallets an account has or had: accounts that share one are one player's, for
    // limits and breaks. Those of accounts that are older than this are added at the start of the server, which has
    // the key.
    `create table player_way (
       account_id integer not null references account (id) on delete cascade,
       way_hash bytea not null check (octet_length(way_hash) = 32),
       kind text not null check (kind in ('email', 'wallet')),
       -- Null for one that the account has.
       given_up_at timestamptz,
       primary key (account_id, way_hash)
     )`,
    `create index player_way_hash on player_way (way_hash)`,
    `create index player_way_given_up on player_way (given_up_at) where given_up_at is not null`,
    // The e-mail address was changed: until then no money goes.
    `alter table account add column money_held_until timestamptz`,
  ],
}
