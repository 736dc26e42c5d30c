import type { SqlFunction } from './sql-function.ts'

/** Keeps the lowest and highest price of the coin in this hour. */
export const priceWasSet: SqlFunction = {
  name: 'price_was_set',
  sql: `create or replace function price_was_set() returns trigger language plpgsql as $$
    begin
      insert into price_hour as known (coin, hour, since, lowest, highest)
        values (new.id, date_trunc('hour', clock_timestamp(), 'utc'), clock_timestamp(), new.price_usd, new.price_usd)
        on conflict (coin, hour) do update
          set lowest = least(known.lowest, excluded.lowest), highest = greatest(known.highest, excluded.highest)
          where excluded.lowest < known.lowest or excluded.highest > known.highest;
      return null;
    end $$`,
}
