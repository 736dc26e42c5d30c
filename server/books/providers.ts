import { sql, type RawBuilder } from 'kysely'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'
import { providerCalls } from './provider-calls.ts'

/** Sums that had counted, and were paid for perhaps, before a provider rolled its bet back. */
export const takenBackOf = (player: RawBuilder<unknown>, what: 'usd' | 'edge_usd') => sql`coalesce((
  select sum(${sql.ref(`taken_back_${what}`)}) from provider_round
  where bucket = ${player} % 64 and account_id = ${player}), 0)`

const KINDS = sql`('provider-bet', 'provider-win', 'provider-bet-back', 'provider-win-back')`

const movedOf = (ledger: LedgerRows): Comparison => ({
  what: 'money of games of others: each movement with the call of a provider that asked for it',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.transactions} moved where kind in ${KINDS}`,
  rows: sql`
    select moved.id, moved.key, moved.kind, own.account_id, own.coin, own.amount, called.id as called, called.status,
      called.amount as called_amount, called.balance as told, own.balance_after
    from ${ledger.transactions} moved
    left join lateral (
      select account.account_id, account.coin, abs(posting.amount) as amount, posting.balance_after
      from ledger_posting posting
      join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
      where (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id) and account.account_id is not null
      order by posting.line desc limit 1
    ) own on true
    left join provider_transaction called on called.bucket = moved.bucket
      and 'provider/' || called.provider || '/' || called.id = moved.key
    where moved.kind in ${KINDS} and (called.status = 'ok' and 'provider-' || called.kind = moved.kind
      and called.account_id = own.account_id and called.coin = own.coin and called.amount = own.amount
      and called.provider || '/' || called.game = moved.subject and called.at = moved.at
      and called.balance = own.balance_after) is not true
    order by moved.id`,
  checks: [
    {
      kind: 'provider_money_differs',
      holds: sql`false`,
      where: sql`concat('transaction ', it.id, ' (', it.key, ', player ', it.account_id, ', ', it.amount, ' ', it.coin, '): ',
        case when it.called is null then 'no call has asked for it' else concat('the call was answered ', it.status, ', for ',
        it.called_amount, ', with a balance of ', it.told, ', which was ', it.balance_after) end)`,
    },
  ],
})

/** A posting of the house's side of a short win: what the provider owes for it. */
const lentOf = (called: string) => sql`coalesce((
  select -posting.amount from ledger_posting posting
  join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
  where (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id) and account.kind = 'provider-debt'
    and ${sql.ref(`${called}.kind`)} = 'win-back'), 0)`

const callsOf = (ledger: LedgerRows): Comparison => ({
  what: 'calls of providers: each with its money, and with what it refers to',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('provider_transaction')} called`,
  rows: sql`
    select called.provider, called.id, called.kind, called.account_id, called.amount, called.coin, called.status,
      moved.id as moved, before.kind as before_kind, before.amount as before_amount, before.status as before_status,
      called.short, called.balance, ${lentOf('called')} as lent, debt.amount as debt, back.n as backs
    from ${ledger.whole('provider_transaction')} called
    left join ledger_transaction moved on moved.bucket = called.bucket
      and moved.key = 'provider/' || called.provider || '/' || called.id
    left join provider_transaction before on (before.bucket, before.account_id, before.provider, before.id)
      = (called.bucket, called.account_id, called.provider, called.reference)
    left join provider_debt debt on (debt.bucket, debt.account_id, debt.provider, debt.transaction_id)
      = (called.bucket, called.account_id, called.provider, called.id)
    left join lateral (
      select count(*) as n from provider_transaction other
      where (other.bucket, other.provider, other.reference) = (called.bucket, called.provider, called.id)
        and other.kind in ('bet-back', 'win-back') and other.status = 'ok'
    ) back on true
    where (
      (moved.id is not null) = (called.status = 'ok' and called.kind <> 'roll-back' and called.amount > 0)
      and called.short = ${lentOf('called')} and called.short = coalesce(debt.amount, 0) and back.n <= 1
      and (called.short = 0 or called.balance = 0)
      and case when called.status <> 'ok' then called.usd = 0 and called.edge_usd = 0 else case called.kind
        when 'bet' then true
        when 'win' then before.kind = 'bet' and before.status = 'ok' and before.sequence < called.sequence
          and called.edge_usd = 0
          and (before.round, before.coin, before.hour) = (called.round, called.coin, called.hour)
        when 'roll-back' then called.amount = 0 and called.usd = 0
        else before.kind = split_part(called.kind, '-', 1) and before.status = 'ok' and before.sequence < called.sequence
          and (before.amount, before.coin, before.round, before.usd, before.edge_usd, before.hour)
            = (called.amount, called.coin, called.round, called.usd, called.edge_usd, called.hour)
      end end) is not true
    order by called.bucket, called.provider, called.id`,
  checks: [
    {
      kind: 'provider_call_differs',
      holds: sql`false`,
      where: sql`concat(it.kind, ' ', it.provider, '/', it.id, ' of player ', it.account_id, ', ', it.amount, ' ', it.coin, ', answered ',
        it.status, ': ', case when it.moved is null then 'nothing was moved' else concat('moved by transaction ', it.moved) end,
        '; it refers to ', coalesce(concat_ws(' ', it.before_kind, it.before_amount, it.before_status), 'nothing'),
        '; short by ', it.short, ' with ', it.balance, ' left, lent ', it.lent, ', owed ', coalesce(it.debt, 0), '; rolled back ', it.backs, ' times')`,
    },
  ],
})

/** Sums of the calls of each round. */
const MADE = (ledger: LedgerRows) => sql`(
  select bucket, account_id, provider, round, min(coin) as coin, count(distinct coin) as coins,
    sum(case kind when 'bet-back' then usd else 0 end) as usd_back,
    sum(case kind when 'bet-back' then edge_usd else 0 end) as edge_back,
    sum(case kind when 'bet' then 1 when 'bet-back' then -1 else 0 end) as bets,
    sum(case kind when 'bet' then amount when 'bet-back' then -amount else 0 end) as staked,
    sum(case kind when 'win' then amount when 'win-back' then -amount else 0 end) as paid,
    sum(case kind when 'bet' then usd when 'bet-back' then -usd else 0 end) as usd,
    sum(case kind when 'bet' then edge_usd when 'bet-back' then -edge_usd else 0 end) as edge_usd
  from ${ledger.whole('provider_transaction')} called where status = 'ok' and kind <> 'roll-back' group by 1, 2, 3, 4
)`

const roundsOf = (ledger: LedgerRows): Comparison => ({
  what: 'rounds of games of others: stakes, payouts and edge with their calls',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('provider_round')} told`,
  rows: sql`
    select provider, round, account_id, told.bets, told.staked, told.paid, told.usd, told.edge_usd, told.taken_back_usd,
      made.bets as n, made.staked as staked_made, made.paid as paid_made, made.usd as usd_made, made.edge_usd as edge_made
    from ${ledger.whole('provider_round')} told
    full join ${MADE(ledger)} made using (bucket, account_id, provider, round)
    where ((told.bets, told.staked, told.paid, told.usd, told.edge_usd, told.coin)
        = (made.bets, made.staked, made.paid, made.usd, made.edge_usd, made.coin) and made.coins = 1
      and (told.counted_usd, told.counted_edge_usd) = (case when told.closed_at is null then 0 else told.usd end,
        case when told.closed_at is null then 0 else told.edge_usd end)
      and told.taken_back_usd between 0 and case when told.closed_at is null then 0 else made.usd_back end
      and told.taken_back_edge_usd between 0 and case when told.closed_at is null then 0 else made.edge_back end) is not true
    order by bucket, account_id, provider, round`,
  checks: [
    {
      kind: 'provider_round_differs',
      holds: sql`false`,
      where: sql`concat('round ', it.provider, '/', it.round, ' of player ', it.account_id, ': ', it.bets, ' bets, staked ', it.staked, ', paid ',
        it.paid, ', worth ', it.usd, ', edge ', it.edge_usd, ', ', it.taken_back_usd, ' taken back; its calls make ', it.n, ', ', it.staked_made, ', ', it.paid_made,
        ', ', it.usd_made, ', ', it.edge_made)`,
    },
  ],
})

export const PROVIDERS: Subject = {
  comparisons: (_, ledger) => [movedOf(ledger), callsOf(ledger), roundsOf(ledger), ...providerCalls(ledger)],
}
