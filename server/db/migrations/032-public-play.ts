import type { Migration } from './migration.ts'

const refused = `execute function ledger_refuse_change()`
/** Whether the statement is not one of `play_tally`. */
const BY_HAND = `current_setting('koi.tallies_play', true) is distinct from 'yes'`
/** Wins kept of a game, a day and a bucket: more than a list shows, because a list shows the best of all buckets. */
const KEPT_WINS = 10

/**
 * What everybody may see of all play: which players show their names, and sums from which lists are made whose cost
 * does not grow with the number of bets. Sums lie in the bucket of the player, as the bets do.
 */
export const publicPlay: Migration = {
  id: 32,
  name: 'public-play',
  up: [
    `alter table account add column shows_name boolean not null default false`,

    // What a player has played in a day (UTC), in units of 10⁻⁸ dollars.
    `create table play_day (
       bucket smallint not null,
       day date not null,
       account_id integer not null,
       bets bigint not null,
       edge bigint not null,
       primary key (bucket, day, account_id),
       constraint play_day_place check (bucket = account_id % 64)
     ) with (fillfactor = 50)`,
    // What all players of a bucket have played of a game in an hour.
    `create table game_hour (
       bucket smallint not null,
       hour timestamptz not null,
       game text not null,
       bets bigint not null,
       edge bigint not null,
       primary key (bucket, hour, game)
     ) with (fillfactor = 50)`,
    // The wins of a day that paid most above their stake.
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

    // Adds settled bets to the sums; part of the statement that settles them.
    //   bets:  JSON objects as play_post takes them
    //   taken: items that it took
    `create function play_tally(bets json, taken integer[]) returns void
     language plpgsql
     set koi.tallies_play = 'yes'
     set enable_seqscan = off
     set enable_hashjoin = off
     set enable_mergejoin = off
     as $$
     begin
       insert into play_day as known (bucket, day, account_id, bets, edge)
         select bucket, (at at time zone 'utc')::date, account_id, count(*), sum(edge_usd)
         from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, at timestamptz,
           edge_usd bigint)
         where item = any (taken)
         group by 1, 2, 3 order by 1, 2, 3
         on conflict (bucket, day, account_id) do update
           set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge;
       insert into game_hour as known (bucket, hour, game, bets, edge)
         select bucket, date_trunc('hour', at, 'utc'), game, count(*), sum(edge_usd)
         from json_to_recordset(bets) as each (item integer, bucket smallint, game text, at timestamptz,
           edge_usd bigint)
         where item = any (taken)
         group by 1, 2, 3 order by 1, 2, 3
         on conflict (bucket, hour, game) do update
           set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge;
       insert into top_win (bucket, day, game, bet_id, account_id, coin, at, stake, multiplier, payout, won)
         select each.bucket, of_day.day, each.game, each.id, each.account_id, each.coin, each.at, each.stake,
           each.multiplier, each.payout, worth.won
         from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, id bigint, game text,
           coin text, at timestamptz, stake bigint, multiplier bigint, payout bigint, usd bigint)
         cross join lateral (select (each.at at time zone 'utc')::date as day) of_day
         cross join lateral (select trunc(each.usd::numeric * (each.multiplier - 10000) / 10000)::bigint as won) worth
         where each.item = any (taken) and each.payout > each.stake and worth.won > coalesce((
           select kept.won from top_win kept
           where kept.bucket = each.bucket and kept.day = of_day.day and kept.game = each.game
           order by kept.bucket desc, kept.day desc, kept.game desc, kept.won desc
           offset ${KEPT_WINS - 1} limit 1
         ), 0)
         order by each.bucket, each.id;
       if found then
         delete from top_win old
           using (
             select distinct bucket, (at at time zone 'utc')::date as day, game
             from json_to_recordset(bets) as each (bucket smallint, game text, at timestamptz)
           ) added
           where old.bucket = added.bucket and old.day = added.day and old.game = added.game and old.won < (
             select kept.won from top_win kept
             where kept.bucket = added.bucket and kept.day = added.day and kept.game = added.game
             order by kept.bucket desc, kept.day desc, kept.game desc, kept.won desc
             offset ${KEPT_WINS - 1} limit 1
           );
       end if;
     end $$`,

    // What was played before there were sums.
    `insert into play_day (bucket, day, account_id, bets, edge)
       select bucket, (at at time zone 'utc')::date, account_id, count(*), sum(edge_usd) from bet group by 1, 2, 3`,
    `insert into game_hour (bucket, hour, game, bets, edge)
       select bucket, date_trunc('hour', at, 'utc'), game, count(*), sum(edge_usd) from bet group by 1, 2, 3`,
    `insert into top_win (bucket, day, game, bet_id, account_id, coin, at, stake, multiplier, payout, won)
       select bucket, day, game, id, account_id, coin, at, stake, multiplier, payout, won
       from (
         select *, row_number() over (partition by bucket, day, game order by won desc, id) as place
         from (
           select *, (at at time zone 'utc')::date as day,
             trunc(usd::numeric * (multiplier - 10000) / 10000)::bigint as won
           from bet where payout > stake
         ) each
         where won > 0
       ) ranked
       where place <= ${KEPT_WINS}`,

    ...['play_day', 'game_hour', 'top_win'].map(
      (table) => `create trigger ${table}_by_itself before insert or update on ${table}
         for each row when (${BY_HAND}) ${refused}`,
    ),
  ],
}
