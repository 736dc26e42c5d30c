import { playTally } from '#server/db/functions/play-tally.ts'
import type { Migration } from './migration.ts'

/** Names made from a number for public lists, and in the lists of leaders what was staked and paid. */
export const publicPlayers: Migration = {
  id: 2,
  name: 'public-players',
  up: [
    // 48 random bits: without an order, and too many to meet twice. The first hex digits of such a UUID are all random.
    `alter table account
       add column public_number bigint not null unique check (public_number > 0)
         default (1 + ('x' || translate(left(gen_random_uuid()::text, 13), '-', ''))::bit(48)::bigint),
       add column shown_as text not null default 'made' check (shown_as in ('made', 'nickname', 'hidden'))`,
    `update account set shown_as = 'nickname' where shows_name`,
    `alter table account drop column shows_name`,
    // In units of 10⁻⁸ dollars, at the prices of the bets.
    `alter table play_day
       add column staked bigint not null default 0,
       add column paid bigint not null default 0`,
    `select set_config('koi.tallies_play', 'yes', true)`,
    `update play_day told set staked = made.staked, paid = made.paid
       from (
         select bucket, (at at time zone 'utc')::date as day, account_id, sum(usd) as staked,
           sum(div(usd::numeric * multiplier, 10000)) as paid
         from bet
         where at >= (now() at time zone 'utc')::date - 36
           and (crash_round is null or not coalesce(steps -> 0 ->> 'by' = 'refund', false))
         group by 1, 2, 3
       ) made
       where (told.bucket, told.day, told.account_id) = (made.bucket, made.day, made.account_id)`,
    `select set_config('koi.tallies_play', '', true)`,
    `alter table play_day alter column staked drop default, alter column paid drop default`,
    playTally,
  ],
}
