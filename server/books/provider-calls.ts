import { sql } from 'kysely'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison } from './comparison.ts'

const nameOf = sql`concat(it.kind, ' ', it.provider, '/', it.id, ' of player ', it.account_id)`

/** Two players can have one only by forgery: calls with an id wait for each other. */
const idsOf = (ledger: LedgerRows): Comparison => ({
  what: 'ids of calls of providers: each used once, whoever the player is',
  growsWithPlay: true,
  count: sql`select count(distinct (provider, id)) from ${ledger.whole('provider_transaction')} called`,
  rows: sql`
    select provider, id, array_agg(account_id order by account_id) as players
    from ${ledger.whole('provider_transaction')} called group by provider, id having count(*) > 1`,
  checks: [
    {
      kind: 'provider_call_differs',
      holds: sql`false`,
      where: sql`concat(it.provider, '/', it.id, ' is of the players ', array_to_string(it.players, ', '))`,
    },
  ],
})

const json = (column: string) => sql`to_json(${sql.ref(column)})`

/** A protocol may name no bet for its wins. */
const saidOf = (
  bet: 'named' | 'not named',
) => sql`sha256(convert_to('[' || concat_ws(',', ${json('called.id')},
  ${json('known.name')}, ${json('called.coin')}, ${json('called.game')}, ${json('called.round')}, case called.kind
    when 'bet' then concat('"bet","', called.amount, '",false')
    when 'win' then concat('"win","', called.amount, '",', ${bet === 'named' ? sql`coalesce(${json('called.reference')}::text, 'null')` : sql`'null'`})
    else concat('"roll-back",', ${json('called.reference')})
  end) || ']', 'UTF8'))`

const hashesOf = (ledger: LedgerRows): Comparison => ({
  what: 'calls of providers: each with the hash of what it said, of the player whom its provider knows by that name',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('provider_transaction')} called`,
  rows: sql`
    select called.provider, called.id, called.kind, called.account_id, called.amount, known.name
    from ${ledger.whole('provider_transaction')} called
    left join provider_player known using (bucket, account_id, provider)
    where (called.content_hash = ${saidOf('named')} or called.content_hash = ${saidOf('not named')}) is not true
    order by called.bucket, called.provider, called.id`,
  checks: [
    {
      kind: 'provider_call_differs',
      holds: sql`false`,
      where: sql`concat(${nameOf}, ' (', coalesce(it.name, 'without a name'), '): its row says something else than was hashed')`,
    },
  ],
})

/** Clocks of processes differ. Sessions go with a closed account, and 90 days after their end. */
const sessionsOf = (ledger: LedgerRows): Comparison => ({
  what: 'bets on games of others: each in a session of its player, in the hour that it counts for',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('provider_transaction')} called where kind = 'bet' and status = 'ok'`,
  rows: sql`
    select called.provider, called.id, called.kind, called.account_id, called.coin, called.at, called.hour
    from ${ledger.whole('provider_transaction')} called
    left join account on account.id = called.account_id
    where called.kind = 'bet' and called.status = 'ok' and (called.hour = date_trunc('hour', called.at, 'utc')
      and (account.closed_at is not null or called.at < now() - interval '89 days' or exists (
        select from provider_session session
        where (session.bucket, session.account_id, session.provider, session.coin)
            = (called.bucket, called.account_id, called.provider, called.coin)
          and session.created_at - interval '1 minute' <= called.at and called.at < session.expires_at
      ))) is not true
    order by called.bucket, called.provider, called.id`,
  checks: [
    {
      kind: 'provider_call_differs',
      holds: sql`false`,
      where: sql`concat(${nameOf}, ' at ', it.at, ' counts for the hour from ', it.hour, ', or had no session in ', it.coin)`,
    },
  ],
})

/** Worth of smallest units in 10⁻⁸ dollars, rounded down. */
const worthAt = (price: string) =>
  sql`div(moved.amount::numeric * ${sql.ref(price)} * 100000000, power(10::numeric, coin.decimals))`

const worthsOf = (ledger: LedgerRows): Comparison => ({
  what: 'bets and wins on games of others: their worth with the prices of their hour, and the edge within it',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('provider_transaction')} called
    where kind in ('bet', 'win') and status = 'ok'`,
  rows: sql`
    with moved as not materialized (
      select *, date_trunc('hour', at, 'utc') as hour_of from ${ledger.whole('provider_transaction')} called
      where kind in ('bet', 'win') and status = 'ok'
    ), price as (
      select each.coin, each.hour_of, known.*
      from (select distinct coin, hour_of from moved) each
      cross join lateral (
        -- What was the price just before the hour still holds for a moment.
        select min(since) as since, min(lowest) as lowest, max(highest) as highest
        from (
          select * from price_hour where price_hour.coin = each.coin and price_hour.hour <= each.hour_of + interval '1 hour'
          order by price_hour.hour desc limit 4
        ) latest
      ) known
    )
    select moved.*, ${worthAt('price.lowest')} as least, ${worthAt('price.highest')} as most
    from moved
    join coin on coin.id = moved.coin
    left join price on (price.coin, price.hour_of) = (moved.coin, moved.hour_of)
    where (moved.edge_usd <= moved.usd and (price.since is null or price.since > moved.at
      or moved.usd between ${worthAt('price.lowest')} and ${worthAt('price.highest')})) is not true
    order by moved.bucket, moved.provider, moved.id`,
  checks: [
    {
      kind: 'bet_worth_differs',
      holds: sql`false`,
      where: sql`concat(${nameOf}, ': ', it.amount, ' ', it.coin, ' are worth ', it.usd, ', edge ', it.edge_usd,
        '; by the prices of its hour from ', it.least, ' to ', it.most)`,
    },
  ],
})

const DEBTS: Comparison = {
  what: 'debts of providers: each of a call, and settled by the action of an operator, or open',
  rows: sql`
    select debt.*, action.action, action.what ->> 'debt' as named, called.short
    from provider_debt debt
    left join provider_transaction called on (called.bucket, called.account_id, called.provider, called.id)
      = (debt.bucket, debt.account_id, debt.provider, debt.transaction_id)
    left join admin_action action on action.id = debt.action_id
    order by debt.bucket, debt.account_id, debt.provider, debt.transaction_id`,
  checks: [
    {
      kind: 'provider_call_differs',
      holds: sql`it.short is not null and it.short = it.amount and (it.settled_at is null) = (it.action_id is null)
        and (it.settled_at is null or it.action = 'debt settle' and it.named = it.provider || '/' || it.transaction_id)`,
      where: sql`concat('debt ', it.provider, '/', it.transaction_id, ' of player ', it.account_id, ': settled at ',
        it.settled_at, ' by ', coalesce(it.action, 'nobody'), '; its call was short by ', coalesce(it.short::text, 'nothing'))`,
    },
  ],
}

export const providerCalls = (ledger: LedgerRows): readonly Comparison[] => [
  idsOf(ledger),
  hashesOf(ledger),
  sessionsOf(ledger),
  worthsOf(ledger),
  DEBTS,
]
