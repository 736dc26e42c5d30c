import { playTally } from '#server/db/functions/play-tally.ts'
import type { Migration } from './migration.ts'

/** Indexes and sums that operators search, page and count by. */
export const operatorSearch: Migration = {
  id: 19,
  name: 'operator-search',
  // It sums the bets of five weeks up while nobody can bet.
  compatibleSince: null,
  up: [
    // Bytes order both, so that one index finds beginnings and orders.
    `create index account_email_order on account (email collate "C", id)`,
    `create index account_nickname_order on account ((lower(nickname) collate "C"), id) where nickname <> ''`,
    `create index account_without_email on account (id) where email is null`,
    `create index account_closed on account (id) where closed_at is not null`,
    `create index account_created_at on account (created_at)`,
    `create index play_break_until on play_break (until)`,
    `create index deposit_credited_at on deposit (settled_at) where status = 'credited'`,
    `create index withdrawal_status on withdrawal (status, id)`,
    `create index withdrawal_confirmed_at on withdrawal (settled_at) where status = 'confirmed'`,
    // Rows are only appended, so their places go by time: such an index costs the calls of providers next to nothing.
    `create index provider_transaction_at on provider_transaction using brin (bucket, at) with (pages_per_range = 32)`,
    // In units of 10⁻⁸ dollars and their squares, at the prices of the bets.
    `alter table game_hour
       add column staked bigint not null default 0,
       add column paid bigint not null default 0,
       add column staked_squares numeric not null default 0,
       add column paid_squares numeric not null default 0,
       add column products numeric not null default 0`,
    `select set_config('koi.tallies_play', 'yes', true)`,
    `update game_hour told set staked = made.staked, paid = made.paid, staked_squares = made.staked_squares,
         paid_squares = made.paid_squares, products = made.products
       from (
         select bucket, date_trunc('hour', at, 'utc') as hour, game, sum(usd) as staked, sum(worth.paid) as paid,
           sum(usd::numeric * usd) as staked_squares, sum(worth.paid * worth.paid) as paid_squares,
           sum(worth.paid * usd) as products
         from bet
         cross join lateral (select div(usd::numeric * multiplier, 10000) as paid) worth
         where at >= (now() at time zone 'utc')::date - 36 and not free
           and (crash_round is null or not coalesce(steps -> 0 ->> 'by' = 'refund', false))
         group by 1, 2, 3
       ) made
       where (told.bucket, told.hour, told.game) = (made.bucket, made.hour, made.game)`,
    `select set_config('koi.tallies_play', '', true)`,
    `alter table game_hour alter column staked drop default, alter column paid drop default,
       alter column staked_squares drop default, alter column paid_squares drop default,
       alter column products drop default`,
    playTally,
  ],
}
