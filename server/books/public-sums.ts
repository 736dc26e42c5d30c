import { sql } from 'kysely'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'

/** A stake that was given back before its round of Crash ran is in no sum, nor is a free bet. */
const isCounted = sql`(not free and (crash_round is null or not coalesce(steps -> 0 ->> 'by' = 'refund', false)))`
/** A round that lapsed with nothing risked: earlier releases counted it. */
const lapsed = sql`count(*) filter (where ended_by = 'lapsed' and multiplier = 10000 and usd = 0)`
const isSum = sql`(coalesce(told.edge, 0) = coalesce(made.edge, 0)
  and coalesce(told.bets, 0) between coalesce(made.n - made.lapsed, 0) and coalesce(made.n, 0))`
/** Sums of this many days always exist; older ones are deleted. */
const KEPT_DAYS = sql.lit(34)
export const firstDay = sql`((now() at time zone 'utc')::date - ${KEPT_DAYS})`
const isKept = sql`at >= ${firstDay}::timestamp at time zone 'utc'`

const daysOf = (ledger: LedgerRows): Comparison => ({
  what: "players' days, which the list of who plays most is made of: bets, edge, stakes and payouts with their bets",
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('play_day')} told`,
  rows: sql`
    select bucket, day, account_id, told.bets, told.edge, told.staked, told.paid, coalesce(made.n, 0) as n,
      coalesce(made.edge, 0) as edge_made, coalesce(made.staked, 0) as staked_made, coalesce(made.paid, 0) as paid_made
    from (select * from ${ledger.whole('play_day')} kept where day >= ${firstDay}) told
    full join (
      select bucket, (at at time zone 'utc')::date as day, account_id, count(*) as n, ${lapsed} as lapsed,
        sum(edge_usd) as edge, sum(usd) as staked, sum(div(usd::numeric * multiplier, 10000)) as paid
      from ${ledger.whole('bet')} bet where ${isCounted} and ${isKept} group by 1, 2, 3
    ) made using (bucket, day, account_id)
    where not ${isSum} or (coalesce(told.staked, 0), coalesce(told.paid, 0))
      <> (coalesce(made.staked, 0), coalesce(made.paid, 0))`,
  checks: [
    {
      kind: 'public_sum_differs',
      holds: sql`false`,
      where: sql`concat(it.day, ' of player ', it.account_id, ': ', coalesce(it.bets, 0), ' bets, edge ', coalesce(it.edge, 0),
        ', staked ', coalesce(it.staked, 0), ', paid ', coalesce(it.paid, 0), '; there are ', it.n, ', edge ', it.edge_made,
        ', ', it.staked_made, ' and ', it.paid_made)`,
    },
  ],
})

const hoursOf = (ledger: LedgerRows): Comparison => ({
  what: "games' hours, which tell what is played most and what comes back: bets, edge, stakes, payouts and their squares with their bets",
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('game_hour')} told`,
  rows: sql`
    select bucket, hour, game, told.bets, told.edge, told.staked, told.paid, coalesce(made.n, 0) as n,
      coalesce(made.edge, 0) as edge_made, coalesce(made.staked, 0) as staked_made, coalesce(made.paid, 0) as paid_made
    from (select * from ${ledger.whole('game_hour')} kept
      where hour >= ${firstDay}::timestamp at time zone 'utc') told
    full join (
      select bucket, date_trunc('hour', at, 'utc') as hour, game, count(*) as n, ${lapsed} as lapsed, sum(edge_usd) as edge,
        sum(usd) as staked, sum(worth.paid) as paid, sum(usd::numeric * usd) as staked_squares,
        sum(worth.paid * worth.paid) as paid_squares, sum(worth.paid * usd) as products
      from ${ledger.whole('bet')} bet
      cross join lateral (select div(usd::numeric * multiplier, 10000) as paid) worth
      where ${isCounted} and ${isKept} group by 1, 2, 3
    ) made using (bucket, hour, game)
    where not ${isSum} or (coalesce(told.staked, 0), coalesce(told.paid, 0), coalesce(told.staked_squares, 0),
        coalesce(told.paid_squares, 0), coalesce(told.products, 0))
      <> (coalesce(made.staked, 0), coalesce(made.paid, 0), coalesce(made.staked_squares, 0),
        coalesce(made.paid_squares, 0), coalesce(made.products, 0))`,
  checks: [
    {
      kind: 'public_sum_differs',
      holds: sql`false`,
      where: sql`concat('hour ', it.hour, ' of ', it.game, ', bucket ', it.bucket, ': ', coalesce(it.bets, 0), ' bets, edge ',
        coalesce(it.edge, 0), ', staked ', coalesce(it.staked, 0), ', paid ', coalesce(it.paid, 0), '; there are ', it.n,
        ', edge ', it.edge_made, ', ', it.staked_made, ' and ', it.paid_made)`,
    },
  ],
})

const won = sql`div(usd::numeric * (multiplier - 10000), 10000)`

const winsOf = (ledger: LedgerRows): Comparison => ({
  what: 'largest wins: each with its bet, and no larger one of its game and day left out',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('top_win')} told`,
  rows: sql`
    select bucket, bet_id, coalesce(told.account_id, made.account_id) as account_id, coalesce(told.game, made.game) as game,
      coalesce(told.day, made.day) as day, told.won, made.won as won_made
    from (select * from ${ledger.whole('top_win')} kept where day >= ${firstDay}) told
    full join (
      select bucket, id as bet_id, account_id, game, (at at time zone 'utc')::date as day, coin, at, stake, multiplier, payout,
        ${won} as won
      from ${ledger.whole('bet')} bet
      where ${isCounted} and ${isKept} and payout > stake and ${won} > 0
    ) made using (bucket, bet_id)
    left join (
      -- Whoever wins more than the tenth of those that are kept has to be among them.
      select bucket as list_bucket, day, game, (array_agg(won order by won desc))[10] as tenth
      from ${ledger.whole('top_win')} kept group by bucket, day, game
    ) list on (list.list_bucket, list.day, list.game) = (made.bucket, made.day, made.game)
    where case when told.bet_id is null then made.won > coalesce(list.tenth, 0)
      else (told.account_id, told.game, told.day, told.coin, told.at, told.stake, told.multiplier, told.payout, told.won)
        is distinct from
        (made.account_id, made.game, made.day, made.coin, made.at, made.stake, made.multiplier, made.payout, made.won) end`,
  checks: [
    {
      kind: 'public_sum_differs',
      holds: sql`false`,
      where: sql`concat('win of bet ', it.bet_id, ' of player ', it.account_id, ' in ', it.game, ' on ', it.day, ': told as ',
        coalesce(it.won::text, 'none'), '; the bet has won ', coalesce(it.won_made::text, 'nothing'))`,
    },
  ],
})

const hoursOfPlayersOf = (ledger: LedgerRows): Comparison => ({
  what: "players' hours, which their limits are counted with: stakes and payouts with their bets",
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('play_hour')} told`,
  rows: sql`
    select bucket, account_id, hour, told.staked, told.paid, coalesce(made.usd, 0) as usd, coalesce(made.paid, 0) as paid_made
    from ${ledger.whole('play_hour')} told
    full join (
      select bucket, account_id, hour, sum(usd) as usd, sum(paid) as paid, bool_or(has_returned) as has_returned
      from (
        select bucket, account_id, date_trunc('hour', placed_at, 'utc') as hour, usd,
          div(usd::numeric * multiplier, 10000) as paid,
          usd = 0 and not free or coalesce(steps @> '[{"by":"refund"}]', false) as has_returned
        from ${ledger.whole('bet')} bet
        union all
        select bucket, account_id, date_trunc('hour', placed_at, 'utc'), usd, 0,
          usd = 0 or coalesce(steps @> '[{"by":"refund"}]', false)
        from ${ledger.whole('round')} open
        union all
        select bucket, account_id, hour, case kind when 'bet' then usd when 'bet-back' then -usd else 0 end,
          case kind when 'win' then usd when 'win-back' then -usd else 0 end, false
        from ${ledger.whole('provider_transaction')} called where status = 'ok' and kind <> 'roll-back'
      ) placed group by 1, 2, 3
    ) made using (bucket, account_id, hour)
    -- What a stake was worth is not known of the bet any more where it was given back, or a part of it.
    where (coalesce(told.staked, 0), coalesce(told.paid, 0)) <> (coalesce(made.usd, 0), coalesce(made.paid, 0))
      and not (coalesce(made.has_returned, false) and coalesce(told.staked, 0) >= made.usd
        and coalesce(told.paid, 0) >= made.paid)`,
  checks: [
    {
      kind: 'public_sum_differs',
      holds: sql`false`,
      where: sql`concat('hour ', it.hour, ' of player ', it.account_id, ': staked ', coalesce(it.staked, 0), ', paid ',
        coalesce(it.paid, 0), '; there are ', it.usd, ' and ', it.paid_made)`,
    },
  ],
})

export const PUBLIC_SUMS: Subject = {
  comparisons: (_, ledger) => [daysOf(ledger), hoursOf(ledger), winsOf(ledger), hoursOfPlayersOf(ledger)],
}
