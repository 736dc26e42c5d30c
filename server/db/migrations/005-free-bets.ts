import { playPost } from '#server/db/functions/play-post.ts'
import { neverChanged } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

export const freeBets: Migration = {
  id: 5,
  name: 'free-bets',
  up: [
    // The house pays the stake of a free bet, so it counts for nothing.
    `alter table bet add column free boolean not null default false`,
    `alter table bet add constraint bet_free_counts_nothing check (not free or usd = 0 and edge_usd = 0)`,
    playPost,
    // A turn of the daily wheel: a free bet whose stake is a share of the house edge since the turn before.
    `create table wheel_turn (
       bucket smallint not null,
       account_id integer not null,
       -- In UTC.
       day date not null,
       bet bigint not null,
       coin text not null,
       -- The stake, in the coin's smallest unit.
       amount bigint not null check (amount > 0),
       -- Sum of the player's house edge, in 10⁻⁸ dollars, at the turn before and at this one.
       edge_from bigint not null check (edge_from >= 0),
       edge_to bigint not null check (edge_to > edge_from),
       share_bps integer not null check (share_bps between 1 and 6000),
       at timestamptz not null,
       primary key (bucket, account_id, day),
       constraint wheel_turn_bet unique (bucket, account_id, bet),
       constraint wheel_turn_bucket check (bucket = account_id % 64),
       constraint wheel_turn_day check (day = (at at time zone 'utc')::date)
     )`,
    ...neverChanged('wheel_turn'),
  ],
}
