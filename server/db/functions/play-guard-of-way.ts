import type { SqlFunction } from './sql-function.ts'

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
