import { neverChanged } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

export const races: Migration = {
  id: 8,
  name: 'races',
  up: [
    // A player who takes part in the race of the week that begins on this Monday (UTC).
    `create table race_entry (
       bucket smallint not null,
       account_id integer not null,
       week date not null check (extract(isodow from week) = 1),
       joined_at timestamptz not null,
       primary key (bucket, week, account_id),
       constraint race_entry_bucket check (bucket = account_id % 64)
     )`,
    // A race that is over, once it is paid. Points are house edge in 10⁻⁸ dollars.
    `create table race (
       week date primary key check (extract(isodow from week) = 1),
       entries integer not null check (entries >= 0),
       points bigint not null check (points >= 0),
       day_cap bigint not null,
       pool_bps integer not null,
       prize_most_bps integer not null,
       -- By rank: player, points, prize in units of the coin.
       winners jsonb not null,
       coin text not null references coin (id),
       closed_at timestamptz not null
     )`,
    ...neverChanged('race'),
  ],
}
