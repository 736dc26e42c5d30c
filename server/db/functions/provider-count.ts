import type { SqlFunction } from './sql-function.ts'

/**
 * Counts a bet or win on a provider's game for the player's limits (`staked` and `paid` of an hour), and what has changed
 * of the rounds that are over for levels and rewards (`usd`, `edge_usd`; below 0 for a bet that was rolled back). All in
 * 10⁻⁸ dollars.
 */
export const providerCount: SqlFunction = {
  name: 'provider_count',
  sql: `create or replace function provider_count(
      of_bucket smallint, of_account integer, of_hour timestamptz, of_staked bigint, of_paid bigint,
      of_usd bigint, of_edge_usd bigint
    ) returns void
    language plpgsql
    set koi.writes_play = 'yes'
    as $$
    begin
      if of_staked <> 0 or of_paid <> 0 then
        insert into play_hour as known (bucket, account_id, hour, staked, paid)
          values (of_bucket, of_account, of_hour, of_staked, of_paid)
          on conflict (bucket, account_id, hour) do update
            set staked = known.staked + excluded.staked, paid = known.paid + excluded.paid;
      end if;
      if of_usd <> 0 or of_edge_usd <> 0 then
        update play_account set wagered = wagered + of_usd, edge = edge + of_edge_usd
          where bucket = of_bucket and account_id = of_account;
      end if;
    end $$`,
}
