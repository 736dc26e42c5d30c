import { playTally } from '#server/db/functions/play-tally.ts'
import type { Statement } from '#server/db/migrations/migration.ts'
import { notBy, REFUSED } from './kept-rows.ts'

/**
 * Public sums, so that the cost of a list does not grow with the number of bets. They are in the bucket of the
 * player, as bets are.
 */
export const publicPlay: readonly Statement[] = [
  // Per player and day (UTC), in units of 10⁻⁸ dollars.
  `create table play_day (
     bucket smallint not null,
     day date not null,
     account_id integer not null,
     bets bigint not null,
     edge bigint not null,
     primary key (bucket, day, account_id),
     constraint play_day_place check (bucket = account_id % 64)
   ) with (fillfactor = 50)`,

  `create table game_hour (
     bucket smallint not null,
     hour timestamptz not null,
     game text not null,
     bets bigint not null,
     edge bigint not null,
     primary key (bucket, hour, game)
   ) with (fillfactor = 50)`,

  // The largest wins of a day, stake deducted.
  `create table top_win (
     bucket smallint not null,
     day date not null,
     game text not null,
     bet_id bigint not null,
     account_id integer not null,
     coin text not null,
     at timestamptz not null,
     stake bigint not null,
     multiplier bigint not null,
     payout bigint not null,
     -- In units of 10⁻⁸ dollars, at the price of the bet.
     won bigint not null check (won > 0),
     primary key (bucket, day, game, bet_id),
     constraint top_win_place check (bucket = account_id % 64)
   )`,
  `create index top_win_most on top_win (bucket, day, game, won)`,
  ...['play_day', 'game_hour', 'top_win'].map(
    (table) => `create trigger ${table}_by_itself before insert or update on ${table}
       for each row when (${notBy('tallies_play')}) ${REFUSED}`,
  ),
  playTally,
]
