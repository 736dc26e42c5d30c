import { sql } from 'kysely'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { ALL_ROWS, type LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'
import { POINTS_AGAIN } from './secrets-again.ts'

/** SHA-256 of a game's hash is the hash of the game before. */
const hashBefore = sql`encode(sha256(convert_to(round.game_hash, 'UTF8')), 'hex')`

const everyBucket = sql`array(select generate_series(0, ${sql.lit(BUCKETS - 1)}))::smallint[]`

const ofRounds = (ledger: LedgerRows) =>
  ledger === ALL_ROWS
    ? sql`bet.crash_round is not null`
    : sql`bet.bucket = any(${everyBucket}) and bet.crash_round = any(array(select id from ${ledger.crashRounds} each))`

const chains: Comparison = {
  what: 'chains of Crash: as many games as they are long once they have ended, and one after the other',
  rows: sql`
    select chain.id, chain.state, chain.length, coalesce(played.last, 0) as last,
      exists (select from crash_chain later where later.id > chain.id and later.state = 'ended'
        and chain.state <> 'ended') as is_overtaken
    from crash_chain chain
    left join lateral (
      select game as last from crash_round where crash_round.chain = chain.id order by game desc limit 1
    ) played on true`,
  checks: [
    {
      kind: 'crash_round_differs',
      holds: sql`not it.is_overtaken and case it.state
        when 'ended' then it.last = it.length when 'next' then it.last = 0 else it.last <= it.length end`,
      where: sql`concat('chain ', it.id, ' (', it.state, '): ', it.last, ' of ', it.length, ' games')`,
    },
  ],
}

/** Only a round that goes on has no public hash. */
const isOfChain = sql`round.game between 1 and chain.length and (round.game = 1 or before.id < round.id)
  and (${hashBefore} = case when round.game = 1 then chain.last_hash else before.game_hash end
    or round.game_hash is null and round.status not in ('crashed', 'settled', 'void'))`
const isInState = sql`case
    when round.status in ('crashed', 'settled')
      then round.point >= 100 and round.rest in ('lost', 'refund') and round.salt is not null
    when round.status = 'void' then round.point is null and round.rest = 'refund'
    else round.point is null and round.game_hash is null end
  and coalesce(round.locked_at <= round.start_at, round.start_at is null)
  and coalesce(round.start_at <= round.ended_at, round.start_at is null or round.ended_at is null)`
const isAddedUp = sql`(round.status not in ('settled', 'void')
  or (round.bets, round.staked, round.paid) = (coalesce(played.n, 0), coalesce(played.usd, 0), coalesce(played.paid_usd, 0)))`

const roundsOf = (ledger: LedgerRows): Comparison => ({
  what: 'rounds of Crash: each after the game before it, whose hash its own leads to; state and moments, and totals with its bets',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.crashRounds} round`,
  rows: sql`
    select round.*, before.id as before_id, coalesce(played.n, 0) as n, coalesce(played.usd, 0) as usd,
      coalesce(played.paid_usd, 0) as paid_usd, (${isOfChain}) is true as is_of_chain, (${isInState}) is true as is_in_state
    from ${ledger.crashRounds} round
    left join crash_chain chain on chain.id = round.chain
    left join crash_round before on before.chain = round.chain and before.game = round.game - 1
    left join (
      select crash_round, count(*) as n, sum(usd) as usd, sum(div(usd::numeric * multiplier, 10000)) as paid_usd
      from bet where ${ofRounds(ledger)} and ended_by <> 'cancelled'
      group by crash_round
    ) played on played.crash_round = round.id
    where (${isOfChain} and ${isInState} and ${isAddedUp}) is not true
    order by round.id`,
  checks: [
    {
      kind: 'crash_round_differs',
      holds: sql`false`,
      where: sql`concat('round ', it.id, ', game ', it.game, ' of chain ', it.chain, ' (', it.status, '): ', case
        when not it.is_of_chain then case when it.game > 1 and it.before_id is null then 'the game before it is missing'
          else 'its hash is not one that leads to the game before it' end
        when not it.is_in_state then concat('point ', coalesce(it.point::text, 'none'), ', rest ', coalesce(it.rest, 'none'),
          ', locked ', it.locked_at, ', started ', it.start_at, ', over ', it.ended_at)
        else concat(it.bets, ' bets of ', it.staked, ' that were paid ', it.paid, '; there are ', it.n, ' of ', it.usd,
          ' that were paid ', it.paid_usd) end)`,
    },
  ],
})

/** A number in a part that was taken out; null if it is missing. */
const numberOf = (name: 'share' | 'point') =>
  sql`case when jsonb_typeof(part -> ${sql.lit(name)}) = 'number' then (part ->> ${sql.lit(name)})::numeric end`

const betsOf = (ledger: LedgerRows): Comparison => ({
  what: 'bets of Crash: with their round, paid at points that it reached, and given back or lost as its rule says',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('bet')} bet where crash_round is not null`,
  rows: sql`
    select placed.id, placed.account_id, placed.crash_round, placed.multiplier, placed.ended_by, round.point, round.status,
      parts.multiplier as made, parts.highest
    from (
      select id, account_id, crash_round, game, multiplier, placed_at, ended_by, steps
      from ${ledger.whole('bet')} bet where crash_round is not null
      union all
      -- What is paid anew is looked at at once.
      select bet.id, bet.account_id, bet.crash_round, bet.game, bet.multiplier, bet.placed_at, bet.ended_by, bet.steps
      from ${ledger.transactions} moved
      join bet on bet.bucket = moved.bucket and bet.crash_round is not null
        and bet.id = case when moved.key ~ '^bet/[1-9][0-9]{0,17}/' then split_part(moved.key, '/', 2)::bigint end
        and bet.account_id = (
          select account_id from ledger_posting gain
          join ledger_account account on (account.bucket, account.id) = (gain.bucket, gain.ledger_account_id)
          where (gain.bucket, gain.transaction_id) = (moved.bucket, moved.id) and gain.line = 2)
      where moved.kind = 'payout' and moved.subject = 'crash' and not ${ledger.isWhole(sql`moved.bucket`)}
    ) placed
    left join crash_round round on round.id = placed.crash_round
    left join lateral (
      select coalesce(sum(share), 0) as share, coalesce(sum(share * point), 0) as multiplier,
        coalesce(max(point) filter (where cause <> 'refund'), 0) as highest,
        count(*) filter (where cause = 'refund') as refunds, count(*) as n,
        coalesce(bool_and(share > 0 and point >= 100 and (cause = 'refund' and point = 100
          or cause in ('player', 'target', 'cap', 'takeover'))), true) as is_known
      from (
        select ${numberOf('share')} as share, ${numberOf('point')} as point, part ->> 'by' as cause
        from jsonb_array_elements(case when jsonb_typeof(placed.steps) = 'array' then placed.steps end) part
      ) each
    ) parts on true
    where (placed.game = 'crash' and placed.multiplier = parts.multiplier and parts.is_known
      -- Clocks of processes may differ by some seconds.
      and placed.placed_at <= coalesce(round.start_at, round.ended_at, 'infinity') + interval '10 seconds'
      and (parts.highest <= round.point or parts.highest = 0 or round.point is null and round.status = 'running')
      and case placed.ended_by
        when 'cancelled' then parts.n = 1 and parts.refunds = 1 and parts.share = 100
        when 'void' then parts.refunds = 1 and parts.share = 100 and round.rest = 'refund'
        when 'cash-out' then parts.refunds = 0 and parts.share = 100
        when 'crash' then parts.refunds = 0 and parts.share < 100 and round.rest = 'lost' end) is not true
    order by placed.id`,
  checks: [
    {
      kind: 'crash_bet_differs',
      holds: sql`false`,
      where: sql`concat('bet ', it.id, ' of player ', it.account_id, ' in round ', coalesce(it.crash_round::text, 'none'), ' (',
        coalesce(it.status, 'unknown'), ', crashed at ', coalesce(it.point::text, 'no point'), '): ended by ', it.ended_by,
        ', multiplier ', it.multiplier, '; its parts make ', it.made, ', the highest at ', it.highest)`,
    },
  ],
})

export const CRASH: Subject = {
  comparisons: (_, ledger) => [chains, roundsOf(ledger), betsOf(ledger)],
  thorough: [POINTS_AGAIN],
}
