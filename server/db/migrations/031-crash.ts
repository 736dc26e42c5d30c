import type { Migration } from './migration.ts'

const refused = `execute function ledger_refuse_change()`

/**
 * Crash: its chain of hashes, its rounds, and who leads them. Its bets lie with all others, in `bet` and `round`: instead
 * of a place in a pair of seeds they have a round that all players share.
 */
export const crash: Migration = {
  id: 31,
  name: 'crash',
  up: [
    `create table crash_chain (
       id integer generated always as identity primary key,
       -- next: prepared and published. current: its games are played.
       state text not null check (state in ('next', 'current', 'ended')),
       -- SHA-256 steps lead from each game's hash to the one before, and from the first one to this.
       last_hash text not null unique check (last_hash ~ '^[0-9a-f]{64}$'),
       length integer not null check (length > 0),
       published_at timestamptz not null
     )`,
    `create unique index crash_chain_next on crash_chain (state) where state <> 'ended'`,
    // The hash of every 1,024th game, encrypted: those before it are computed from it.
    `create table crash_checkpoint (
       chain integer not null references crash_chain (id),
       game integer not null check (game > 0),
       sealed bytea not null,
       primary key (chain, game)
     )`,
    `create table crash_round (
       id bigint generated always as identity primary key,
       chain integer not null references crash_chain (id),
       -- Its place in the chain, from 1.
       game integer not null check (game > 0),
       -- Who leads: a process that was replaced writes nothing any more.
       epoch bigint not null,
       status text not null
         check (status in ('committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void')),
       -- Of the newest event about it.
       seq integer not null default 0,
       begun_at timestamptz not null,
       locks_at timestamptz,
       locked_at timestamptz,
       -- The value of the beacon, which value it is, and what proves it where the beacon signs.
       salt text,
       beacon_round bigint,
       beacon_signature text,
       start_at timestamptz,
       -- Of the game; null until the round is over.
       game_hash text check (game_hash ~ '^[0-9a-f]{64}$'),
       -- Where it has crashed, in hundredths; with it, the bets that were still in are lost, or given back.
       point integer check (point >= 100),
       rest text check (rest in ('lost', 'refund')),
       ended_at timestamptz,
       -- Added up when it is over; in units of 10⁻⁸ dollars.
       bets integer not null default 0,
       staked numeric(38, 0) not null default 0,
       paid numeric(38, 0) not null default 0,
       unique (chain, game),
       check ((salt is null) = (start_at is null) and (salt is null) = (beacon_round is null)),
       check (status not in ('crashed', 'settled', 'void') or game_hash is not null),
       check (status not in ('running', 'crashed', 'settled') or salt is not null),
       check (status not in ('crashed', 'settled') or point is not null and rest is not null),
       check ((status in ('settled', 'void')) = (ended_at is not null))
     ) with (fillfactor = 50)`,
    // One at a time.
    `create unique index crash_round_open on crash_round ((true)) where status not in ('settled', 'void')`,
    `create index crash_round_void on crash_round (ended_at) where status = 'void'`,
    // What players were told stays as it is, and what is over is over.
    `create trigger crash_round_fixed before update on crash_round for each row when (
       old.status in ('settled', 'void') or new.epoch < old.epoch
       or (new.id, new.chain, new.game, new.begun_at) is distinct from (old.id, old.chain, old.game, old.begun_at)
       or old.salt is not null and (new.salt, new.start_at) is distinct from (old.salt, old.start_at)
       or old.point is not null and new.point is distinct from old.point
       or array_position(array['committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void'], new.status)
         < array_position(array['committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void'], old.status)
     ) ${refused}`,
    `create trigger crash_round_kept before delete on crash_round for each row ${refused}`,
    // The process that leads the rounds, and until when it was heard of.
    `create table crash_leader (
       id boolean primary key default true check (id),
       epoch bigint not null,
       -- Null when it has gone by itself.
       holder uuid,
       beat_at timestamptz not null
     )`,
    `insert into crash_leader (epoch, beat_at) values (0, 'epoch')`,
    // Hashes of practice blocks: drawn when one is asked for that has come, never before.
    `create table crash_practice_block (
       block bigint primary key,
       hash text not null
     )`,
    // From the arrival of cash-outs to their decision, by hour: how many took at most so long.
    `create table crash_latency (
       hour timestamptz not null,
       at_most_ms integer not null,
       cash_outs integer not null,
       lost integer not null,
       primary key (hour, at_most_ms)
     )`,

    ...['bet', 'round'].flatMap((table) => [
      `alter table ${table} add column crash_round bigint`,
      `alter table ${table} drop constraint ${table}_pkey`,
      `alter table ${table} alter column pair drop not null, alter column nonce drop not null`,
      `alter table ${table} add constraint ${table}_decided_by check (
         (pair is null) = (nonce is null) and (pair is null) = (crash_round is not null))`,
      `alter table ${table} add primary key (bucket, account_id, id)`,
      `create index ${table}_crash_round on ${table} (bucket, crash_round) where crash_round is not null`,
    ]),
    `alter table bet drop constraint bet_id_once`,
    `create unique index bet_of_pair on bet (bucket, account_id, pair, nonce)`,
    // The order in which a player has begun them.
    `create unique index bet_begun on bet (bucket, account_id, (receipts[1]))`,
    // What decides a shared round lies with it.
    `alter table bet alter column outcome drop not null`,
    `alter table bet add constraint bet_outcome check ((outcome is null) = (crash_round is not null))`,
    `alter table bet drop constraint bet_ended_by_check`,
    `alter table bet add constraint bet_ended_by_check
       check (ended_by in ('step', 'cash-out', 'lapsed', 'crash', 'void', 'cancelled'))`,
    // Two bets of a player in one round of Crash at most; of the other games one round at a time.
    `alter table round add column crash_place smallint check (crash_place in (1, 2))`,
    `alter table round drop constraint round_of_game`,
    `create unique index round_of_game on round (bucket, account_id, game) where crash_round is null`,
    `create unique index round_of_crash on round (bucket, account_id, crash_round, crash_place)
       where crash_round is not null`,
    `alter table round add constraint round_place check ((crash_place is null) = (crash_round is null))`,

    // As it was, and: betting_in of an item is the round of Crash that has to take bets for it. Where it takes none any
    // more, the answer is closed.
    `create or replace function play_post(
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

       insert into bet (bucket, account_id, pair, nonce, crash_round, id, key, game, coin, placed_at, at, params, outcome, stake,
           multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts, auto_play, auto_play_step)
         select bucket, account_id, pair, nonce, crash_round, id, key, game, coin, placed_at, at, params, outcome, stake,
           multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts, auto_play, auto_play_step
         from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, pair integer,
           nonce integer, crash_round bigint, id bigint, key uuid, game text, coin text, placed_at timestamptz,
           at timestamptz, params jsonb,
           outcome jsonb, stake bigint, multiplier bigint, payout bigint, steps jsonb, step_keys uuid[], ended_by text,
           usd bigint, edge_usd bigint, receipts bigint[], auto_play bigint, auto_play_step integer)
         where goes_on[each.item];
       delete from round using json_to_recordset(items) as each (n integer, bucket smallint, account integer,
           ends_round bigint)
         where round.bucket = each.bucket and round.account_id = each.account and round.id = each.ends_round
           and goes_on[each.n];
       insert into round (bucket, account_id, id, pair, nonce, crash_round, crash_place, key, game, coin, placed_at, touched_at, params, stake,
           steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step)
         select bucket, account_id, id, pair, nonce, crash_round, crash_place, key, game, coin, placed_at, touched_at,
           params, stake, steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step
         from json_to_recordset(rounds) as each (item integer, bucket smallint, account_id integer, id bigint,
           pair integer, nonce integer, crash_round bigint, crash_place smallint, key uuid, game text, coin text, placed_at timestamptz, touched_at timestamptz,
           params jsonb, stake bigint, steps jsonb, step_keys uuid[], usd bigint, edge_usd bigint, receipts bigint[],
           auto_play bigint, auto_play_step integer)
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
  ],
}
