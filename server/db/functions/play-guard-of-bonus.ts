import type { SqlFunction } from './sql-function.ts'

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
