import type { SqlFunction } from './sql-function.ts'

/**
 * Writes bets, steps and ends of rounds of many players, each planned by the caller from its copy of the player's state.
 * Each is accepted completely, or changes nothing and uses no nonce; they do not depend on each other.
 *
 * - `items`: JSON objects with `n` (from 1), `bucket`, `account` (each once), `revision` and `guard` of the plan (`guard`
 *   null: any), `key` (null if it cannot be a repetition), `coin`, the new `nonce`, `receipts` and `receipt_hash`, `game`
 *   and `at` (null unless a bet), `usd` and `edge_usd` (0 unless a bet), `hour`, `staked` and `paid` (for the player's
 *   limits; `hour` null if neither changes), `ends_round` (id or null), `betting_in` (the round of Crash that must accept
 *   bets, or null), `auto_play` (id or null) with the play's part of its bets (`auto_done`) and its net (`auto_net`), the
 *   reason why it ends (`auto_end`, null if it goes on), and `touched_at`.
 * - `bets`, `rounds`, `receipts`: rows, each with its item; an existing round is updated.
 * - `bonuses`: `item`, `id`, the released amount before and afterwards, and true if that is all.
 * - `accounts`, `givers`, `takers`, `amounts`, `movements`: as for `ledger_post`, at most one movement per item. A second
 *   set of them has the releases of bonuses.
 *
 * Answers: ok; stale (plan it again); known (`bet_id` has that key); closed (the round of Crash accepts no more bets); or
 * the refusal of the ledger. And the playable balance of the coin.
 */
export const playPost: SqlFunction = {
  name: 'play_post',
  sql: `create or replace function play_post(
      items json, bets json, rounds json, receipts json, bonuses json,
      accounts json, givers integer[], takers integer[], amounts bigint[], movements json,
      release_accounts json, release_givers integer[], release_takers integer[], release_amounts bigint[], releases json
    ) returns table (n integer, status text, bet_id bigint, available text)
    language plpgsql
    set koi.writes_play = 'yes'
    -- By the keys, whatever the statistics said when this was planned: tables may have been empty then.
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    -- Without this, plans were made anew for each call, which took a third of its time.
    set plan_cache_mode = force_generic_plan
    as $$
    #variable_conflict use_column
    declare
      n_items constant integer := json_array_length(items);
      item record;
      answer record;
      statuses text[];
      known_ids bigint[];
      goes_on boolean[];
      is_whole boolean;
      found_revision bigint;
      found_id bigint;
      kept json;
      items_of integer[];
    begin
      -- Players are locked in one order.
      for item in
        select * from json_to_recordset(items) as each (n integer, bucket smallint, account integer, revision bigint,
          guard bigint, key uuid, betting_in bigint)
        order by each.bucket, each.account
      loop
        goes_on[item.n] := false;
        select revision into found_revision from play_account
          where bucket = item.bucket and account_id = item.account for update;
        if item.key is not null then
          select id into found_id from bet
            where bucket = item.bucket and account_id = item.account and key = item.key;
          if not found then
            select id into found_id from round
              where bucket = item.bucket and account_id = item.account and key = item.key;
          end if;
          if found then
            statuses[item.n] := 'known';
            known_ids[item.n] := found_id;
            continue;
          end if;
        end if;
        if found_revision is distinct from item.revision
          or item.guard is not null and item.guard <> coalesce((
            select version from play_guard where bucket = item.bucket and account_id = item.account), 0)
        then
          statuses[item.n] := 'stale';
          continue;
        end if;
        if item.betting_in is not null then
          -- The round cannot go on before this is taken.
          perform from crash_round where id = item.betting_in and status = 'betting' for share;
          if not found then
            statuses[item.n] := 'closed';
            continue;
          end if;
        end if;
        statuses[item.n] := 'ok';
        goes_on[item.n] := true;
      end loop;

      for item in
        select each.*, owner.account from json_to_recordset(bonuses) as each (item integer, id bigint, before bigint)
        join json_to_recordset(items) as owner (n integer, account integer) on owner.n = each.item
        order by each.id
      loop
        if not goes_on[item.item] then continue; end if;
        perform from bonus where id = item.id and account_id = item.account and status = 'active'
          and released = item.before for update;
        if not found then
          statuses[item.item] := 'stale';
          goes_on[item.item] := false;
        end if;
      end loop;

      is_whole := not (false = any (goes_on));
      kept := case when is_whole then movements else play_kept(movements, goes_on) end;
      if json_array_length(kept) > 0 then
        items_of := array(select (value ->> 'item')::integer
          from json_array_elements(kept) with ordinality order by ordinality);
        for answer in
          select * from ledger_post(accounts, givers, takers, amounts, kept) with ordinality
            as each (refusal, transaction_id, is_replay, balances, place)
        loop
          if answer.is_replay then
            raise exception 'play: the money of a bet was moved before';
          end if;
          if answer.refusal is not null then
            statuses[items_of[answer.place]] := answer.refusal;
            goes_on[items_of[answer.place]] := false;
            is_whole := false;
          end if;
        end loop;
      end if;

      kept := case when is_whole then releases else play_kept(releases, goes_on) end;
      if json_array_length(kept) > 0 then
        for answer in
          select * from ledger_post(release_accounts, release_givers, release_takers, release_amounts, kept)
        loop
          if answer.is_replay or answer.refusal is not null then
            raise exception 'play: a bonus cannot be released: %', coalesce(answer.refusal, 'it was before');
          end if;
        end loop;
        update bonus set released = each.after,
            status = case when each.is_all then 'released' else bonus.status end,
            ended_at = case when each.is_all then each.at end
          from json_to_recordset(bonuses) as each (item integer, id bigint, after bigint, is_all boolean, at timestamptz)
          where bonus.id = each.id and goes_on[each.item];
      end if;

      insert into bet (bucket, account_id, pair, nonce, crash_round, id, key, game, coin, placed_at, at, params, outcome,
          stake, multiplier, payout, steps, step_keys, ended_by, free, usd, edge_usd, receipts, auto_play, auto_play_step)
        select bucket, account_id, pair, nonce, crash_round, id, key, game, coin, placed_at, at, params, outcome, stake,
          multiplier, payout, steps, step_keys, ended_by, free, usd, edge_usd, receipts, auto_play, auto_play_step
        from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, pair integer,
          nonce integer, crash_round bigint, id bigint, key uuid, game text, coin text, placed_at timestamptz,
          at timestamptz, params jsonb,
          outcome jsonb, stake bigint, multiplier bigint, payout bigint, steps jsonb, step_keys uuid[], ended_by text, free boolean,
          usd bigint, edge_usd bigint, receipts bigint[], auto_play bigint, auto_play_step integer)
        where goes_on[each.item];
      delete from round using json_to_recordset(items) as each (n integer, bucket smallint, account integer,
          ends_round bigint)
        where round.bucket = each.bucket and round.account_id = each.account and round.id = each.ends_round
          and goes_on[each.n];
      insert into round (bucket, account_id, id, pair, nonce, crash_round, crash_place, key, game, coin, placed_at,
          touched_at, params, stake, steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step)
        select bucket, account_id, id, pair, nonce, crash_round, crash_place, key, game, coin, placed_at, touched_at,
          params, stake, steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step
        from json_to_recordset(rounds) as each (item integer, bucket smallint, account_id integer, id bigint,
          pair integer, nonce integer, crash_round bigint, crash_place smallint, key uuid, game text,
          coin text, placed_at timestamptz, touched_at timestamptz, params jsonb, stake bigint,
          steps jsonb, step_keys uuid[], usd bigint, edge_usd bigint, receipts bigint[], auto_play bigint, auto_play_step integer)
        where goes_on[each.item]
        on conflict (bucket, account_id, id) do update set touched_at = excluded.touched_at, steps = excluded.steps,
          step_keys = excluded.step_keys, receipts = excluded.receipts;
      insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
        select bucket, account_id, sequence, bet_id, text, kid, signature
        from json_to_recordset(receipts) as each (item integer, bucket smallint, account_id integer, sequence bigint,
          bet_id bigint, text text, kid text, signature bytea)
        where goes_on[each.item];
      insert into play_hour as known (bucket, account_id, hour, staked, paid)
        select bucket, account, hour, staked, paid
        from json_to_recordset(items) as each (n integer, bucket smallint, account integer, hour timestamptz,
          staked bigint, paid bigint)
        where goes_on[each.n] and hour is not null
        order by bucket, account
        on conflict (bucket, account_id, hour) do update
          set staked = known.staked + excluded.staked, paid = known.paid + excluded.paid;
      update auto_play set
          done = done + each.auto_done,
          net = net + each.auto_net,
          ended = coalesce(ended, each.auto_end),
          touched_at = greatest(auto_play.touched_at, each.touched_at)
        from json_to_recordset(items) as each (n integer, bucket smallint, account integer, auto_play bigint,
          auto_done integer, auto_net bigint, auto_end text, touched_at timestamptz)
        where auto_play.bucket = each.bucket and auto_play.account_id = each.account
          and auto_play.id = each.auto_play and goes_on[each.n];
      update play_account set
          revision = play_account.revision + 1,
          nonce = each.nonce,
          receipts = each.receipts,
          receipt_hash = each.receipt_hash,
          bet_at = case when each.game is null then bet_at else bet_at || jsonb_build_object(each.game, each.at) end,
          bets = bets + (each.game is not null)::integer,
          wagered = wagered + each.usd,
          edge = edge + each.edge_usd
        from json_to_recordset(items) as each (n integer, bucket smallint, account integer, nonce integer,
          receipts bigint, receipt_hash bytea, game text, at bigint, usd bigint, edge_usd bigint)
        where play_account.bucket = each.bucket and play_account.account_id = each.account and goes_on[each.n];

      return query
        select each.n, statuses[each.n], known_ids[each.n], coalesce(held.balance, 0)::text
        from json_to_recordset(items) as each (n integer, bucket smallint, account integer, coin text)
        left join ledger_account held on held.bucket = each.bucket and held.holder = each.account
          and held.coin = each.coin and held.kind = 'available'
        order by each.n;
    end $$`,
}

/** Movements of the accepted items, renumbered. */
export const playKept: SqlFunction = {
  name: 'play_kept',
  sql: `create or replace function play_kept(movements json, goes_on boolean[]) returns json language sql as $$
      select coalesce(json_agg(value::jsonb || jsonb_build_object('n', n) order by n), '[]') from (
        select value, row_number() over (order by ordinality) as n
        from json_array_elements(movements) with ordinality
        where goes_on[(value ->> 'item')::integer]
      ) kept
    $$`,
}
