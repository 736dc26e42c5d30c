import type { SqlFunction } from './sql-function.ts'

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
