import type { SqlFunction } from './sql-function.ts'

/** More wins per game, day and bucket than a list shows: a list takes the best of all buckets. */
const KEPT_WINS = 10

/**
 * Adds settled bets to the sums of public lists, in the statement that settles them.
 *
 * - `bets`: JSON objects as `play_post` takes them
 * - `taken`: items that it accepted
 */
export const playTally: SqlFunction = {
  name: 'play_tally',
  sql: `create or replace function play_tally(bets json, taken integer[]) returns void
    language plpgsql
    set koi.tallies_play = 'yes'
    -- By the keys, and with kept plans, as in play_post.
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set plan_cache_mode = force_generic_plan
    as $$
    begin
      insert into play_day as known (bucket, day, account_id, bets, edge, staked, paid)
        select bucket, (at at time zone 'utc')::date, account_id, count(*), sum(edge_usd), sum(usd),
          sum(div(usd::numeric * multiplier, 10000))
        from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, at timestamptz,
          edge_usd bigint, usd bigint, multiplier bigint)
        where item = any (taken)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (bucket, day, account_id) do update
          set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge,
            staked = known.staked + excluded.staked, paid = known.paid + excluded.paid;
      insert into game_hour as known (bucket, hour, game, bets, edge, staked, paid, staked_squares, paid_squares,
          products)
        select bucket, date_trunc('hour', at, 'utc'), game, count(*), sum(edge_usd), sum(usd), sum(worth.paid),
          sum(usd::numeric * usd), sum(worth.paid * worth.paid), sum(worth.paid * usd)
        from json_to_recordset(bets) as each (item integer, bucket smallint, game text, at timestamptz,
          edge_usd bigint, usd bigint, multiplier bigint)
        cross join lateral (select div(usd::numeric * multiplier, 10000) as paid) worth
        where item = any (taken)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (bucket, hour, game) do update
          set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge,
            staked = known.staked + excluded.staked, paid = known.paid + excluded.paid,
            staked_squares = known.staked_squares + excluded.staked_squares,
            paid_squares = known.paid_squares + excluded.paid_squares,
            products = known.products + excluded.products;
      insert into top_win (bucket, day, game, bet_id, account_id, coin, at, stake, multiplier, payout, won)
        select each.bucket, of_day.day, each.game, each.id, each.account_id, each.coin, each.at, each.stake,
          each.multiplier, each.payout, worth.won
        from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, id bigint, game text,
          coin text, at timestamptz, stake bigint, multiplier bigint, payout bigint, usd bigint)
        cross join lateral (select (each.at at time zone 'utc')::date as day) of_day
        cross join lateral (select div(each.usd::numeric * (each.multiplier - 10000), 10000)::bigint as won) worth
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
}
