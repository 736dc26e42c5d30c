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
