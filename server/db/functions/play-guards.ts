import type { SqlFunction } from './sql-function.ts'

/**
 * Increments the guard of all accounts of the player: a break, a limit or a shared wallet decides for all whether
 * they may bet.
 */
export const playGuardPlayer: SqlFunction = {
  name: 'play_guard_player',
  sql: `create or replace function play_guard_player(who integer) returns void language sql as $$
         with recursive player (id) as (
      select who
      union
      select other.account_id
      from player
      join player_way mine on mine.account_id = player.id
      join player_way other on other.way_hash = mine.way_hash
    )
         insert into play_guard as known (bucket, account_id, version)
           select id % 64, id, 1 from player order by id
           on conflict (bucket, account_id) do update set version = known.version + 1
       $$`,
}

export const playGuardOfAccount: SqlFunction = {
  name: 'play_guard_of_account',
  sql: `create or replace function play_guard_of_account() returns trigger language plpgsql as $$
    begin
      perform play_guard_player(case when tg_op = 'DELETE' then old.account_id else new.account_id end);
      return null;
    end $$`,
}

/** For a granted or ended bonus, which belongs to one account only. */
export const playGuardOfBonus: SqlFunction = {
  name: 'play_guard_of_bonus',
  sql: `create or replace function play_guard_of_bonus() returns trigger language plpgsql as $$
    begin
      insert into play_guard as known (bucket, account_id, version) values (new.account_id % 64, new.account_id, 1)
        on conflict (bucket, account_id) do update set version = known.version + 1;
      return null;
    end $$`,
}

/** For an excluded mailbox or wallet, whose hash is in the column that the trigger names. */
export const playGuardOfWay: SqlFunction = {
  name: 'play_guard_of_way',
  sql: `create or replace function play_guard_of_way() returns trigger language plpgsql as $$
    begin
      perform play_guard_player(account_id) from player_way
        where way_hash = (to_jsonb(new) ->> tg_argv[0])::bytea order by account_id;
      return null;
    end $$`,
}
