import type { SqlFunction } from './sql-function.ts'

export const playGuardOfAccount: SqlFunction = {
  name: 'play_guard_of_account',
  sql: `create or replace function play_guard_of_account() returns trigger language plpgsql as $$
    begin
      perform play_guard_player(case when tg_op = 'DELETE' then old.account_id else new.account_id end);
      return null;
    end $$`,
}
