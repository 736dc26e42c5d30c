import type { Migration } from './migration.ts'

/**
 * Between which prices each coin was in each hour, so that what a stake was worth can be compared afterwards. The price
 * of each bet would be as much again as the bet's other figures; a row an hour is nothing.
 */
export const priceHours: Migration = {
  id: 37,
  name: 'price hours',
  up: [
    `create table price_hour (
       coin text not null,
       hour timestamptz not null,
       -- When the first of its prices was written.
       since timestamptz not null,
       lowest numeric(30, 12) not null check (lowest > 0),
       highest numeric(30, 12) not null check (highest >= lowest),
       primary key (coin, hour)
     )`,
    `create function price_was_set() returns trigger language plpgsql as $$
     begin
       insert into price_hour as known (coin, hour, since, lowest, highest)
         values (new.id, date_trunc('hour', clock_timestamp(), 'utc'), clock_timestamp(), new.price_usd, new.price_usd)
         on conflict (coin, hour) do update
           set lowest = least(known.lowest, excluded.lowest), highest = greatest(known.highest, excluded.highest)
           where excluded.lowest < known.lowest or excluded.highest > known.highest;
       return null;
     end $$`,
    `create trigger coin_priced after insert or update of price_usd on coin
       for each row execute function price_was_set()`,
    `insert into price_hour (coin, hour, since, lowest, highest)
       select id, date_trunc('hour', clock_timestamp(), 'utc'), clock_timestamp(), price_usd, price_usd from coin`,
  ],
}
