import type { Migration } from './migration.ts'

/** Whether the statement is not one of `play_post`. */
const BY_HAND = `current_setting('koi.writes_play', true) is distinct from 'yes'`
const refused = `execute function ledger_refuse_change()`

/** Nothing but `play_post` writes to it, and what it wrote stays. */
const writtenOnce = (table: string) => [
  `create trigger ${table}_by_itself before insert on ${table} for each statement when (${BY_HAND}) ${refused}`,
  `create trigger ${table}_append_only before update or delete on ${table} for each row ${refused}`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement ${refused}`,
]

/** All accounts of the player of account `who`. */
const PLAYER_OF_WHO = `with recursive player (id) as (
    select who
    union
    select other.account_id
    from player
    join player_way mine on mine.account_id = player.id
    join player_way other on other.way_hash = mine.way_hash
  )`

/**
 * Bets, open rounds, seed pairs and receipts. Each lies in the bucket of its player, as the ledger does. `play_post`
 * writes them, with the money that they move, for many players in one statement.
 */
export const play: Migration = {
  id: 29,
  name: 'play',
  up: [
    // What one player's bets follow each other by. A bet is planned from a row of this and taken when it is still so.
    `create table play_account (
       bucket smallint not null,
       account_id integer not null references account (id),
       -- Grows with every change of what a bet is planned from.
       revision bigint not null default 0,
       -- The current seed pair; null before the first one is begun.
       pair integer check (pair >= 1),
       -- Of the next bet with it.
       nonce integer not null default 0 check (nonce >= 0),
       -- Receipts given so far, and SHA-256 of the last one.
       receipts bigint not null default 0,
       receipt_hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(receipt_hash) = 32),
       -- When each game was bet on last, in milliseconds since the epoch.
       bet_at jsonb not null default '{}',
       bets bigint not null default 0,
       -- What all stakes were worth, and the house's edge on them, in units of 10⁻⁸ dollars.
       wagered numeric(38, 0) not null default 0,
       edge numeric(38, 0) not null default 0,
       closed_at timestamptz,
       primary key (bucket, account_id),
       constraint play_account_place check (bucket = account_id % 64)
     ) with (fillfactor = 50)`,
    `create table seed_pair (
       bucket smallint not null,
       account_id integer not null,
       ordinal integer not null check (ordinal >= 1),
       -- next: only its hash is known to the player. current: bets are drawn with it. ended: revealed.
       state text not null check (state in ('next', 'current', 'ended')),
       -- The server seed, encrypted.
       sealed bytea not null,
       hash text not null check (hash ~ '^[0-9a-f]{64}$'),
       client_seed text check (char_length(client_seed) between 1 and 64),
       -- Bets made with it, once it has ended.
       bets integer check (bets >= 0),
       made_at timestamptz not null,
       begun_at timestamptz,
       ended_at timestamptz,
       primary key (bucket, account_id, ordinal),
       constraint seed_pair_hash unique (bucket, account_id, hash),
       check ((state = 'next') = (client_seed is null) and (state = 'next') = (begun_at is null)),
       check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (bets is not null))
     )`,
    `create unique index seed_pair_next on seed_pair (bucket, account_id) where state = 'next'`,
    `create unique index seed_pair_current on seed_pair (bucket, account_id) where state = 'current'`,
    // A pair goes on from state to state, and what it was is never changed: neither its seed, nor a client seed.
    `create trigger seed_pair_fixed before update on seed_pair for each row when (
       (new.bucket, new.account_id, new.ordinal, new.sealed, new.hash, new.made_at)
         is distinct from (old.bucket, old.account_id, old.ordinal, old.sealed, old.hash, old.made_at)
       or old.client_seed is not null and new.client_seed is distinct from old.client_seed
       or (old.state, new.state) not in (('next', 'current'), ('current', 'ended'))
     ) ${refused}`,
    `create trigger seed_pair_kept before delete on seed_pair for each row ${refused}`,

    // Auto-plays: what a player allowed the app to bet by itself, and how far it has come.
    `create table auto_play (
       id bigint generated always as identity,
       bucket smallint not null,
       account_id integer not null,
       -- Idempotency key of the request.
       key uuid not null,
       game text not null,
       coin text not null,
       -- Bets it may make; null for as many as the stops allow.
       count integer check (count >= 1),
       -- In the coin's smallest unit, as all amounts here.
       highest_stake bigint not null check (highest_stake > 0),
       stop_on_loss bigint check (stop_on_loss > 0),
       stop_on_profit bigint check (stop_on_profit > 0),
       stop_on_single_win bigint check (stop_on_single_win > 0),
       started_at timestamptz not null,
       -- Of the last bet.
       touched_at timestamptz not null,
       -- Bets made. Steps have the numbers from 1 to this.
       done integer not null default 0 check (done >= 0 and (count is null or done <= count)),
       -- Won or lost by its bets; an open round has lost its stake.
       net bigint not null default 0,
       ended text check (ended in ('count', 'profit', 'loss', 'single-win', 'stake-cap', 'balance', 'limit', 'break',
         'paused', 'stopped', 'lapsed')),
       primary key (bucket, account_id, id),
       constraint auto_play_key_once unique (bucket, account_id, key)
     ) with (fillfactor = 50)`,
    `create unique index auto_play_one on auto_play (bucket, account_id) where ended is null`,
    // Only play_post moves it on. It ends once, and makes no bet afterwards; a round that was open then is still counted.
    `create trigger auto_play_counts before update on auto_play for each row when (
       (new.bucket, new.account_id, new.key, new.game, new.coin, new.count, new.highest_stake, new.stop_on_loss,
           new.stop_on_profit, new.stop_on_single_win, new.started_at)
         is distinct from (old.bucket, old.account_id, old.key, old.game, old.coin, old.count, old.highest_stake,
           old.stop_on_loss, old.stop_on_profit, old.stop_on_single_win, old.started_at)
       or ${BY_HAND} and (new.done, new.net) is distinct from (old.done, old.net)
       or old.ended is not null and (new.ended, new.done) is distinct from (old.ended, old.done)
     ) ${refused}`,
    `create trigger auto_play_kept before delete on auto_play for each row ${refused}`,

    // Of bets and rounds; fetched in blocks, so they are no order.
    `create sequence bet_id`,
    `create table bet (
       bucket smallint not null,
       account_id integer not null,
       pair integer not null,
       nonce integer not null check (nonce >= 0),
       id bigint not null,
       -- Idempotency key of the request.
       key uuid not null,
       game text not null,
       coin text not null,
       placed_at timestamptz not null,
       at timestamptz not null check (at >= placed_at),
       -- As the rules of the game read them.
       params jsonb not null,
       outcome jsonb not null,
       -- In the coin's smallest unit; the multiplier in ten-thousandths.
       stake bigint not null check (stake > 0),
       multiplier bigint not null check (multiplier >= 0),
       payout bigint not null,
       -- Null in games that a bet settles at once.
       steps jsonb,
       -- Of each step, and of the cash-out when there was one.
       step_keys uuid[],
       ended_by text check (ended_by in ('step', 'cash-out', 'lapsed')),
       -- What the stake was worth, and the house's edge on it, in units of 10⁻⁸ dollars.
       usd bigint not null check (usd >= 0),
       edge_usd bigint not null check (edge_usd >= 0),
       -- Numbers of its receipts in the player's chain.
       receipts bigint[] not null check (cardinality(receipts) >= 1),
       -- Which step of which auto-play it is; null for a bet by hand.
       auto_play bigint,
       auto_play_step integer check (auto_play_step >= 1),
       check ((auto_play is null) = (auto_play_step is null)),
       primary key (bucket, account_id, pair, nonce),
       constraint bet_id_once unique (bucket, account_id, id),
       constraint bet_key_once unique (bucket, account_id, key),
       constraint bet_pays check (payout = div(stake::numeric * multiplier, 10000)),
       check ((steps is null) = (ended_by is null) and (steps is null) = (step_keys is null))
     )`,
    `create table round (
       bucket smallint not null,
       account_id integer not null,
       id bigint not null,
       pair integer not null,
       nonce integer not null check (nonce >= 0),
       key uuid not null,
       game text not null,
       coin text not null,
       placed_at timestamptz not null,
       -- Of the last step.
       touched_at timestamptz not null,
       params jsonb not null,
       stake bigint not null check (stake > 0),
       steps jsonb not null,
       step_keys uuid[] not null,
       usd bigint not null check (usd >= 0),
       edge_usd bigint not null check (edge_usd >= 0),
       receipts bigint[] not null check (cardinality(receipts) >= 1),
       auto_play bigint,
       auto_play_step integer check (auto_play_step >= 1),
       check ((auto_play is null) = (auto_play_step is null)),
       primary key (bucket, account_id, id),
       constraint round_of_game unique (bucket, account_id, game)
     ) with (fillfactor = 50)`,
    `create unique index bet_auto_play_step on bet (bucket, account_id, auto_play, auto_play_step)
       where auto_play is not null`,
    `create index round_touched_at on round (bucket, touched_at)`,
    `create table receipt (
       bucket smallint not null,
       account_id integer not null,
       -- From 1, without gaps.
       sequence bigint not null check (sequence >= 1),
       bet_id bigint not null,
       text text not null,
       kid text not null,
       signature bytea not null check (octet_length(signature) = 64),
       primary key (bucket, account_id, sequence)
     )`,
    // What was staked in each hour, and what those stakes have paid, in units of 10⁻⁸ dollars: for the player's limits.
    `create table play_hour (
       bucket smallint not null,
       account_id integer not null,
       hour timestamptz not null,
       staked bigint not null,
       paid bigint not null,
       primary key (bucket, account_id, hour)
     ) with (fillfactor = 50)`,
    // Grows whenever something changes that decides whether, and with what bonuses, an account may bet.
    `create table play_guard (
       bucket smallint not null,
       account_id integer not null,
       version bigint not null,
       primary key (bucket, account_id)
     ) with (fillfactor = 50)`,
    // Keys that receipts are signed with; the private part is encrypted.
    `create table receipt_key (
       kid text primary key,
       public_key bytea not null check (octet_length(public_key) = 32),
       sealed bytea not null,
       from_at timestamptz not null,
       until_at timestamptz check (until_at > from_at)
     )`,
    `create unique index receipt_key_current on receipt_key ((true)) where until_at is null`,
    `create trigger receipt_key_kept before delete on receipt_key for each row ${refused}`,

    ...writtenOnce('bet'),
    ...writtenOnce('receipt'),
    `create trigger round_by_itself before insert or update or delete on round
       for each row when (${BY_HAND}) ${refused}`,
    `create trigger play_hour_by_itself before insert or update or delete on play_hour
       for each row when (${BY_HAND}) ${refused}`,
    `create trigger play_account_counts before update on play_account for each row when (${BY_HAND} and
       (new.receipts, new.receipt_hash, new.bets, new.wagered, new.edge)
         is distinct from (old.receipts, old.receipt_hash, old.bets, old.wagered, old.edge)) ${refused}`,
    `create trigger play_account_kept before delete on play_account for each row ${refused}`,

    // A break, a limit or a wallet in common is one of all accounts of the player.
    `create function play_guard_player(who integer) returns void language sql as $$
       ${PLAYER_OF_WHO}
       insert into play_guard as known (bucket, account_id, version)
         select id % 64, id, 1 from player order by id
         on conflict (bucket, account_id) do update set version = known.version + 1
     $$`,
    `create function play_guard_of_account() returns trigger language plpgsql as $$
     begin
       perform play_guard_player(case when tg_op = 'DELETE' then old.account_id else new.account_id end);
       return null;
     end $$`,
    `create function play_guard_of_way() returns trigger language plpgsql as $$
     begin
       perform play_guard_player(account_id) from player_way
         where way_hash = (to_jsonb(new) ->> tg_argv[0])::bytea order by account_id;
       return null;
     end $$`,
    `create function play_guard_of_bonus() returns trigger language plpgsql as $$
     begin
       insert into play_guard as known (bucket, account_id, version) values (new.account_id % 64, new.account_id, 1)
         on conflict (bucket, account_id) do update set version = known.version + 1;
       return null;
     end $$`,
    `create trigger player_way_guards after insert or delete on player_way
       for each row execute function play_guard_of_account()`,
    `create trigger play_break_guards after insert or update on play_break
       for each row execute function play_guard_of_account()`,
    `create trigger play_limit_guards after insert or update or delete on play_limit
       for each row execute function play_guard_of_account()`,
    `create trigger excluded_email_guards after insert or update on excluded_email
       for each row execute function play_guard_of_way('email_hash')`,
    `create trigger excluded_wallet_guards after insert or update on excluded_wallet
       for each row execute function play_guard_of_way('address_hash')`,
    `create trigger bonus_granted_guards after insert on bonus
       for each row when (new.status = 'active') execute function play_guard_of_bonus()`,
    // Whoever releases all of it by a bet knows that.
    `create trigger bonus_ended_guards after update on bonus
       for each row when (new.status <> old.status and ${BY_HAND}) execute function play_guard_of_bonus()`,

    // The movements of those items that go on, numbered anew.
    `create function play_kept(movements json, goes_on boolean[]) returns json language sql as $$
       select coalesce(json_agg(value::jsonb || jsonb_build_object('n', n) order by n), '[]') from (
         select value, row_number() over (order by ordinality) as n
         from json_array_elements(movements) with ordinality
         where goes_on[(value ->> 'item')::integer]
       ) kept
     $$`,

    // Bets, steps and ends of rounds of many players, each planned by the caller from what it knew of its player. Each is
    // taken with all that belongs to it, or changes nothing and uses no nonce; none changes anything for the others.
    //   items:    JSON objects with n (from 1), bucket, account (each once), revision and guard that it was planned with
    //             (guard null: whatever has changed), key (null where it cannot be a repetition), coin, nonce, receipts
    //             and receipt_hash afterwards, game and at (of a bet, else null), usd and edge_usd (of a bet, else 0),
    //             hour, staked and paid (of the player's limits; hour null where neither changes), ends_round (id or null),
    //   auto_play (id or null) with what the play adds to its bets (auto_done) and to its net (auto_net), and why it ends
    //   with that (auto_end, null where it goes on), and touched_at.
    //   bets, rounds, receipts: rows with the item that they belong to; a round that is there already is changed.
    //   bonuses:  item, id, what was released of it before and afterwards, and whether that is all.
    //   accounts, givers, takers, amounts, movements: as ledger_post takes them, with the item of each movement: at most
    //             one an item. The same again for what a bet releases of bonuses.
    // Answers: ok; stale (it has to be planned anew); known (bet_id has that key); or why the ledger refused. And what
    // the player has to play with of the coin.
    `create function play_post(
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
           guard bigint, key uuid)
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

       insert into bet (bucket, account_id, pair, nonce, id, key, game, coin, placed_at, at, params, outcome, stake,
           multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts, auto_play, auto_play_step)
         select bucket, account_id, pair, nonce, id, key, game, coin, placed_at, at, params, outcome, stake,
           multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts, auto_play, auto_play_step
         from json_to_recordset(bets) as each (item integer, bucket smallint, account_id integer, pair integer,
           nonce integer, id bigint, key uuid, game text, coin text, placed_at timestamptz, at timestamptz, params jsonb,
           outcome jsonb, stake bigint, multiplier bigint, payout bigint, steps jsonb, step_keys uuid[], ended_by text,
           usd bigint, edge_usd bigint, receipts bigint[], auto_play bigint, auto_play_step integer)
         where goes_on[each.item];
       delete from round using json_to_recordset(items) as each (n integer, bucket smallint, account integer,
           ends_round bigint)
         where round.bucket = each.bucket and round.account_id = each.account and round.id = each.ends_round
           and goes_on[each.n];
       insert into round (bucket, account_id, id, pair, nonce, key, game, coin, placed_at, touched_at, params, stake,
           steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step)
         select bucket, account_id, id, pair, nonce, key, game, coin, placed_at, touched_at, params, stake,
           steps, step_keys, usd, edge_usd, receipts, auto_play, auto_play_step
         from json_to_recordset(rounds) as each (item integer, bucket smallint, account_id integer, id bigint,
           pair integer, nonce integer, key uuid, game text, coin text, placed_at timestamptz, touched_at timestamptz,
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
