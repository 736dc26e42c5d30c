import { sql } from 'kysely'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import { BETS_AGAIN } from './bets-again.ts'
import type { Comparison, Subject } from './comparison.ts'
import { KEYS_AGAIN, SEEDS_AGAIN } from './secrets-again.ts'

/** The number in a key such as `bet/12/stake`; null for other keys. */
const betOfKey = sql`case when moved.key ~ '^bet/[1-9][0-9]{0,17}/(stake|payout|back)$'
  then split_part(moved.key, '/', 2)::bigint end`

/** An amount in smallest units, as receipts write it. */
const decimalOf = (column: string) => {
  const amount = sql`${sql.ref(column)}::numeric`
  const unit = sql`power(10::numeric, coin.decimals)`
  return sql`concat(trim_scale(div(${amount}, ${unit})), '.' || nullif(
    rtrim(lpad(trim_scale(mod(${amount}, ${unit}))::text, coin.decimals, '0'), '0'), ''))`
}
const hashOf = (text: string) => sql`sha256(convert_to(${sql.ref(text)}, 'UTF8'))`
const NO_HASH = sql`decode(repeat('00', 32), 'hex')`

const placedOf = (ledger: LedgerRows) => {
  const fields = sql`bucket, account_id, pair, nonce, game, coin, stake, receipts, auto_play, auto_play_step`
  // An open round counts for levels once it is over.
  return sql`(
    select ${fields}, usd, edge_usd, payout - stake as net from ${ledger.whole('bet')} bet
    union all
    select ${fields}, 0, 0, -stake from ${ledger.whole('round')} open
  )`
}

const movedOf = (ledger: LedgerRows): Comparison => ({
  what: 'stakes, payouts and rounds: with their bet or open round, its player, coin, game, amounts and moment',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.transactions} moved where kind in ('stake', 'payout', 'round')`,
  rows: sql`
    select moved.id, moved.kind, moved.key, moved.account_id, moved.coin, moved.staked, moved.paid, moved.at,
      bet.id as bet_id, bet.stake, bet.payout, bet.coin as bet_coin, bet.game, bet.at as bet_at,
      open.id as round_id, open.stake as round_stake
    from (
      select moved.bucket, moved.id, moved.kind, moved.key, moved.subject, moved.at, account.account_id, account.coin,
        ${betOfKey} as bet, abs(own.amount) as staked,
        case moved.kind when 'payout' then own.amount else coalesce(gain.amount, 0) end as paid
      from ${ledger.transactions} moved
      left join ${ledger.postings} own on (own.bucket, own.transaction_id) = (moved.bucket, moved.id)
        and own.line = case moved.kind when 'payout' then 2 else 1 end
      left join ledger_account account on (account.bucket, account.id) = (own.bucket, own.ledger_account_id)
      left join ${ledger.postings} gain on (gain.bucket, gain.transaction_id) = (moved.bucket, moved.id) and gain.line = 4
      where moved.kind in ('stake', 'payout', 'round')
    ) moved
    left join bet on (bet.bucket, bet.account_id, bet.id) = (moved.bucket, moved.account_id, moved.bet)
    left join round open on (open.bucket, open.account_id, open.id) = (moved.bucket, moved.account_id, moved.bet)
    where (coalesce(bet.game, open.game) = moved.subject and coalesce(bet.coin, open.coin) = moved.coin and case moved.kind
        when 'round' then open.id is null and bet.stake = moved.staked and bet.payout = moved.paid
          and bet.at = moved.at and bet.placed_at = moved.at
        when 'stake' then (bet.id is null) <> (open.id is null) and coalesce(bet.stake, open.stake) = moved.staked
          and coalesce(bet.placed_at, open.placed_at) = moved.at and (bet.id is null or bet.steps is not null)
        else open.id is null and bet.payout = moved.paid and bet.at = moved.at and bet.steps is not null
      end) is not true
    order by moved.id`,
  checks: [
    {
      kind: 'bet_unknown',
      holds: sql`false`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ', ', it.key, ', player ', it.account_id, ', ', it.staked, ' and ',
        it.paid, ' ', it.coin, ' at ', it.at, '): ', case
          when it.bet_id is not null and it.round_id is not null then 'a bet that is open, too'
          when it.bet_id is not null then concat('the bet of ', it.stake, ' pays ', it.payout, ' ', it.bet_coin, ' in ', it.game,
            ' at ', it.bet_at)
          when it.round_id is not null then concat('the open round has staked ', it.round_stake)
          else 'no such bet' end)`,
    },
  ],
})

/** True if a settled bet has only its stake back: a part that was given back is the last one. */
const isGivenBack = sql`coalesce(placed.steps -> 0 ->> 'by' = 'refund', false)`

/** The other way round: finds the postings of a bet by its key. */
const postedOf = (ledger: LedgerRows, table: 'bet' | 'round'): Comparison => ({
  what:
    table === 'bet'
      ? 'bets: settled once, with what their multiplier makes of the stake, and in the ledger'
      : 'open rounds: with their stake in the ledger, and nothing paid',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole(table)} placed`,
  rows: sql`
    select placed.id, placed.account_id, placed.coin, placed.stake, begun.kind, ended.id as ended_id,
      returned.id as returned_id, cardinality(placed.receipts) as receipts, ${table === 'bet' ? sql`placed.payout` : sql`0`} as payout
    from ${ledger.whole(table)} placed
    left join (
      ledger_transaction begun
      join ledger_posting loss on (loss.bucket, loss.transaction_id) = (begun.bucket, begun.id) and loss.line = 1
      join ledger_account giver on (giver.bucket, giver.id) = (loss.bucket, loss.ledger_account_id)
    ) on begun.bucket = placed.bucket and begun.key = 'bet/' || placed.id || '/stake' and giver.account_id = placed.account_id
    left join ledger_transaction ended on ended.bucket = placed.bucket and ended.key = 'bet/' || placed.id || '/payout'
    left join ledger_transaction returned on returned.bucket = placed.bucket and returned.key = 'bet/' || placed.id || '/back'
    where (cardinality(placed.receipts) > 0 and ${
      table === 'bet'
        ? sql`placed.payout = div(placed.stake::numeric * placed.multiplier, 10000) and case begun.kind
            when 'round' then ended.id is null and returned.id is null
            when 'stake' then placed.steps is not null and (returned.id is not null) = ${isGivenBack}
              and (ended.id is not null) = (placed.payout > 0 and not ${isGivenBack}) end`
        : sql`begun.kind = 'stake' and ended.id is null and returned.id is null`
    }) is not true
    order by placed.id`,
  checks: [
    {
      kind: 'bet_unposted',
      holds: sql`false`,
      where: sql`concat('bet ', it.id, ' of player ', it.account_id, ', ', it.stake, ' ', it.coin, ', pays ', it.payout,
        ': posted as ', coalesce(it.kind, 'nothing'), case when it.ended_id is not null then ' and payout' end, case when it.returned_id is not null then ' and given back' end,
        case when it.receipts = 0 then '; nothing signed says it' end)`,
    },
  ],
})

const noncesOf = (ledger: LedgerRows): Comparison => ({
  what: 'seed pairs: nonces of their bets and open rounds from 0 without gaps, as many as the pair says',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('seed_pair')} pair`,
  rows: sql`
    select bucket, account_id, ordinal, pair.state, pair.bets, account.nonce, coalesce(used.n, 0) as n, used.last
    from ${ledger.whole('seed_pair')} pair
    full join (
      select bucket, account_id, pair as ordinal, count(*) as n, count(distinct nonce) as different, min(nonce) as first,
        max(nonce) as last
      from ${placedOf(ledger)} placed where pair is not null group by bucket, account_id, pair
    ) used using (bucket, account_id, ordinal)
    left join play_account account using (bucket, account_id)
    where ((used.n is null or used.n = used.different and used.first = 0 and used.last = used.n - 1)
      and case pair.state
        when 'ended' then pair.bets = coalesce(used.n, 0)
        when 'current' then account.pair = ordinal and account.nonce = coalesce(used.n, 0)
        when 'next' then used.n is null end) is not true
    order by account_id, ordinal`,
  checks: [
    {
      kind: 'nonce_differs',
      holds: sql`false`,
      where: sql`concat('pair ', it.ordinal, ' of player ', it.account_id, ' (', coalesce(it.state, 'unknown'), '): ', it.n,
        ' bets up to nonce ', coalesce(it.last::text, 'none'), ', instead of ', coalesce(it.bets, it.nonce, 0))`,
    },
  ],
})

/** The moment that a receipt says: it comes first in the text, and such texts are in the order of their moments. */
const AT_IN_TEXT = sql`substr(given.text, ${sql.lit('{"at":"'.length + 1)}, 24)`
const says = (name: string, value: unknown) =>
  sql`strpos(given.text, concat('"', ${sql.lit(name)}::text, '":', ${value})) > 0`
const quoted = (value: unknown) => sql`'"', ${value}, '"'`

/** As receipts write a moment, with milliseconds. */
const momentOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const multiplierOf = sql`concat(trim_scale(div(placed.multiplier::numeric, 10000)), '.' || nullif(
  rtrim(lpad(trim_scale(mod(placed.multiplier::numeric, 10000))::text, 4, '0'), '0'), ''))`
const isEnd = sql`(placed.payout is not null and given.sequence = placed.receipts[cardinality(placed.receipts)])`

const receiptsOf = (ledger: LedgerRows): Comparison => ({
  what: 'receipts: each after the one before, whose SHA-256 it has; key, moment, player, seeds, round, stake, multiplier and payout with their bet',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('receipt')} given`,
  rows: sql`
    select given.account_id, given.sequence, given.bet_id
    from (
      select receipt.*, lag(sequence) over before as last, lag(text) over before as last_text,
        lag(player) over before as last_player
      from (
        select receipt.*, split_part(split_part(text, '"player":"', 2), '"', 1) as player
        from ${ledger.whole('receipt')} receipt
      ) receipt
      window before as (partition by bucket, account_id order by sequence)
    ) given
    left join (
      select bucket, account_id, id, pair, nonce, crash_round, game, coin, stake, receipts, payout, multiplier, key, placed_at,
        at, step_keys, free
      from ${ledger.whole('bet')} bet
      union all
      select bucket, account_id, id, pair, nonce, crash_round, game, coin, stake, receipts, null, null, key, placed_at,
        touched_at, step_keys, false
      from ${ledger.whole('round')} open
    ) placed on (placed.bucket, placed.account_id, placed.id) = (given.bucket, given.account_id, given.bet_id)
    left join seed_pair pair
      on (pair.bucket, pair.account_id, pair.ordinal) = (given.bucket, given.account_id, placed.pair)
    left join crash_round shared on shared.id = placed.crash_round
    left join crash_chain chain on chain.id = shared.chain
    left join coin on coin.id = placed.coin
    where (given.sequence = coalesce(given.last, 0) + 1
      and ${says('prev', quoted(sql`encode(coalesce(${hashOf('given.last_text')}, ${NO_HASH}), 'hex')`))}
      and (given.last is null or given.player = given.last_player)
      and given.sequence = any(placed.receipts)
      and ${says('bet', quoted(sql`placed.id`))} and ${says('game', quoted(sql`placed.game`))}
      and ${says('coin', quoted(sql`placed.coin`))}
      and ${says(
        'key',
        quoted(sql`case when given.sequence = placed.receipts[1] then placed.key
        else coalesce(placed.step_keys[array_position(placed.receipts, given.sequence) - 1], placed.key) end`),
      )}
      and case when given.sequence = placed.receipts[1] then ${says('at', quoted(momentOf('placed.placed_at')))}
        when given.sequence = placed.receipts[cardinality(placed.receipts)]
        then ${says('at', quoted(momentOf('placed.at')))} else true end
      and case when placed.crash_round is null
        then ${says('nonce', sql`placed.nonce, ','`)} and ${says('pair', sql`placed.pair, ','`)}
          and ${says('serverSeedHash', quoted(sql`pair.hash`))}
          and ${says('clientSeedHash', quoted(sql`encode(${hashOf('pair.client_seed')}, 'hex')`))}
        else ${says('crashRound', quoted(sql`placed.crash_round`))} and ${says('crashGame', sql`shared.game, ','`)}
          and ${says('crashChain', quoted(sql`chain.last_hash`))} end
      and ${says('stake', quoted(decimalOf('placed.stake')))} and (${says('free', sql`'true'`)}) = placed.free
      and (${isEnd} is not true or ${says('payout', quoted(decimalOf('placed.payout')))}
        and ${says('multiplier', quoted(multiplierOf))})) is not true
    order by given.account_id, given.sequence`,
  checks: [
    {
      kind: 'receipt_differs',
      holds: sql`false`,
      where: sql`concat('receipt ', it.sequence, ' of player ', it.account_id, ', of bet ', it.bet_id)`,
    },
  ],
})

const keysOf = (ledger: LedgerRows): Comparison => ({
  what: 'receipts: with a key that signed at their moment',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('receipt')} given`,
  rows: sql`
    select given.account_id, given.sequence, given.kid, ${AT_IN_TEXT} as at
    from ${ledger.whole('receipt')} given
    left join receipt_key signer on signer.kid = given.kid
    where (${AT_IN_TEXT} >= ${momentOf('signer.from_at')}
      and (signer.until_at is null or ${AT_IN_TEXT} <= ${momentOf('signer.until_at')})) is not true
    order by given.account_id, given.sequence`,
  checks: [
    {
      kind: 'receipt_key_differs',
      holds: sql`false`,
      where: sql`concat('receipt ', it.sequence, ' of player ', it.account_id, ' at ', coalesce(it.at, 'no moment'), ': no key ',
        it.kid, ' signed then')`,
    },
  ],
})

/** One key signs after the other, and two for a day at most: `receipt-keys.ts`. */
const signers: Comparison = {
  what: 'keys that sign receipts: one after the other, a day beside each other, and one that signs now',
  rows: sql`
    select kid, from_at, until_at, lead(from_at) over (order by from_at, kid) as next_at from receipt_key`,
  checks: [
    {
      kind: 'receipt_key_differs',
      holds: sql`case when it.next_at is null then it.until_at is null
        else it.until_at - it.next_at = interval '1 day 5 minutes' end`,
      where: sql`concat('key ', it.kid, ' from ', it.from_at, ' until ', coalesce(it.until_at::text, 'now'), ', the next one from ',
        coalesce(it.next_at::text, 'never'))`,
    },
  ],
}

/** Worth of smallest units in 10⁻⁸ dollars, rounded down. */
const worthAt = (price: string) =>
  sql`div(placed.stake::numeric * ${sql.ref(price)} * 100000000, power(10::numeric, coin.decimals))`

const worthsOf = (ledger: LedgerRows): Comparison => ({
  what: 'bets: worth of the stake with the prices of their hour, and the edge within it',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('bet')} bet`,
  rows: sql`
    with placed as not materialized (
      select id, account_id, coin, stake, usd, edge_usd, placed_at, date_trunc('hour', placed_at, 'utc') as hour,
        free or multiplier = 10000 and ended_by is not null or coalesce(steps @> '[{"point":100}]', false) as is_back
      from ${ledger.whole('bet')} bet
      union all
      select id, account_id, coin, stake, usd, edge_usd, placed_at, date_trunc('hour', placed_at, 'utc'), false
      from ${ledger.whole('round')} open
    ), price as (
      select each.coin, each.hour, known.*
      from (select distinct coin, hour from placed) each
      cross join lateral (
        -- What was the price just before the hour still holds for a moment.
        select min(since) as since, min(lowest) as lowest, max(highest) as highest
        from (
          select * from price_hour where price_hour.coin = each.coin and price_hour.hour <= each.hour + interval '1 hour'
          order by price_hour.hour desc limit 4
        ) latest
      ) known
    )
    select placed.*, ${worthAt('price.lowest')} as least, ${worthAt('price.highest')} as most
    from placed
    join coin on coin.id = placed.coin
    left join price on (price.coin, price.hour) = (placed.coin, placed.hour)
    where (placed.edge_usd <= placed.usd and (price.since is null or price.since > placed.placed_at
      or placed.usd <= ${worthAt('price.highest')} and (placed.usd >= ${worthAt('price.lowest')} or placed.is_back)
    )) is not true
    order by placed.id`,
  checks: [
    {
      kind: 'bet_worth_differs',
      holds: sql`false`,
      where: sql`concat('bet ', it.id, ' of player ', it.account_id, ', ', it.stake, ' ', it.coin, ' at ', it.placed_at, ': worth ', it.usd,
        ', edge ', it.edge_usd, '; by the prices then from ', it.least, ' to ', it.most)`,
    },
  ],
})

const countsOf = (ledger: LedgerRows): Comparison => ({
  what: 'what is counted of players: bets, what was wagered, edge and receipts with the sums of their bets',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('play_account')} account`,
  rows: sql`
    select account_id, account.bets, account.wagered, account.edge, account.receipts, coalesce(placed.n, 0) as n,
      coalesce(placed.usd, 0) + coalesce(others.usd, 0) as usd, coalesce(placed.edge, 0) + coalesce(others.edge, 0) as edge_usd,
      coalesce(given.n, 0) as given
    from ${ledger.whole('play_account')} account
    full join (
      select bucket, account_id, count(*) as n, sum(usd) as usd, sum(edge_usd) as edge, sum(cardinality(receipts)) as receipts
      from ${placedOf(ledger)} placed group by bucket, account_id
    ) placed using (bucket, account_id)
    full join (
      select bucket, account_id, count(*) as n from ${ledger.whole('receipt')} receipt group by bucket, account_id
    ) given using (bucket, account_id)
    full join (
      select bucket, account_id, sum(counted_usd) as usd, sum(counted_edge_usd) as edge
      from ${ledger.whole('provider_round')} round group by bucket, account_id
    ) others using (bucket, account_id)
    left join lateral (
      select text from receipt
      where (receipt.bucket, receipt.account_id, receipt.sequence) = (account.bucket, account.account_id, account.receipts)
    ) newest on true
    where (account.bets = coalesce(placed.n, 0) and account.wagered = coalesce(placed.usd, 0) + coalesce(others.usd, 0)
      and account.edge = coalesce(placed.edge, 0) + coalesce(others.edge, 0) and account.receipts = coalesce(placed.receipts, 0)
      and account.receipts = coalesce(given.n, 0)
      and account.receipt_hash = coalesce(${hashOf('newest.text')}, ${NO_HASH})) is not true
    order by account_id`,
  checks: [
    {
      kind: 'play_count_differs',
      holds: sql`false`,
      where: sql`concat('player ', it.account_id, ': counted ', it.bets, ' bets of ', it.wagered, ', edge ', it.edge, ', ', it.receipts,
        ' receipts; there are ', it.n, ' of ', it.usd, ', edge ', it.edge_usd, ', ', it.given, ' receipts')`,
    },
  ],
})

const autoPlaysOf = (ledger: LedgerRows): Comparison => ({
  what: 'auto-plays: steps, result, game, coin and stakes with their bets',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('auto_play')} run`,
  rows: sql`
    select account_id, id, run.done, run.net, coalesce(made.n, 0) as n, coalesce(made.net, 0) as net_made
    from ${ledger.whole('auto_play')} run
    full join (
      select bucket, account_id, auto_play as id, count(*) as n, count(distinct auto_play_step) as different,
        max(auto_play_step) as last, sum(net) as net, max(stake) as highest, min(game) as game, max(game) as last_game,
        min(coin) as coin, max(coin) as last_coin
      from ${placedOf(ledger)} placed where auto_play is not null group by bucket, account_id, auto_play
    ) made using (bucket, account_id, id)
    where (run.done = coalesce(made.n, 0) and run.net = coalesce(made.net, 0) and (made.n is null
      or made.n = made.different and made.last = made.n and made.highest <= run.highest_stake
        and (made.game, made.last_game, made.coin, made.last_coin) = (run.game, run.game, run.coin, run.coin))) is not true
    order by account_id, id`,
  checks: [
    {
      kind: 'auto_play_differs',
      holds: sql`false`,
      where: sql`concat('auto-play ', it.id, ' of player ', it.account_id, ': ', it.done, ' steps that made ', it.net,
        '; there are ', it.n, ' that made ', it.net_made)`,
    },
  ],
})

const stopsOf = (ledger: LedgerRows): Comparison => ({
  what: 'auto-plays: no bet after the last one that they allow, or after a stop was reached',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('auto_play')} run`,
  rows: sql`
    select run.account_id, run.id, made.step, made.stake, made.net_before, made.last_win, run.count, run.stop_on_loss,
      run.stop_on_profit, run.stop_on_single_win
    from ${ledger.whole('auto_play')} run
    join (
      select bucket, account_id, auto_play, auto_play_step as step, stake, lag(net) over steps as last_win,
        coalesce(sum(net) over (steps rows between unbounded preceding and 1 preceding), 0) as net_before
      from ${placedOf(ledger)} placed where auto_play is not null
      window steps as (partition by bucket, account_id, auto_play order by auto_play_step)
    ) made on (made.bucket, made.account_id, made.auto_play) = (run.bucket, run.account_id, run.id)
    where made.step > run.count or made.stake - made.net_before > run.stop_on_loss
      -- A bet comes only when the one before is decided, and has reached nothing.
      or made.step > 1 and (made.net_before >= run.stop_on_profit or -made.net_before >= run.stop_on_loss
        or made.last_win >= run.stop_on_single_win)
    order by run.account_id, run.id, made.step`,
  checks: [
    {
      kind: 'auto_play_passed',
      holds: sql`false`,
      where: sql`concat('auto-play ', it.id, ' of player ', it.account_id, ': step ', it.step, ' of ', it.stake, ' after ', it.net_before,
        ', the bet before won ', coalesce(it.last_win::text, 'nothing'), '; allowed ', coalesce(it.count::text, 'any number'),
        ', stops at loss ', coalesce(it.stop_on_loss::text, 'none'), ', profit ', coalesce(it.stop_on_profit::text, 'none'),
        ', single win ', coalesce(it.stop_on_single_win::text, 'none'))`,
    },
  ],
})

/** Looks for new rows of the ledger in the register, and for the register, slice by slice, in the ledger. */
export const BETS: Subject = {
  comparisons: (_, ledger) => [
    ...[movedOf(ledger), postedOf(ledger, 'bet'), postedOf(ledger, 'round')],
    ...[noncesOf(ledger), receiptsOf(ledger), keysOf(ledger), signers, worthsOf(ledger)],
    ...[countsOf(ledger), autoPlaysOf(ledger), stopsOf(ledger)],
  ],
  thorough: [BETS_AGAIN, SEEDS_AGAIN, KEYS_AGAIN],
  omissions: (_, house) => [
    ...(house === null
      ? [
          {
            what: 'bets: results were not made again by the rules, nor signatures checked: `npm run reconcile` does that',
            count: sql`select count(*) from bet`,
          },
        ]
      : house.secrets === null
        ? [
            {
              what: 'bets: outcomes were not drawn again, nor keys and names of players compared: that takes the KOI_SECRET_KEY of this database',
              count: sql`select count(*) from bet`,
            },
          ]
        : []),
    {
      what: 'bets were made before prices of each hour were kept: what their stakes were worth was not compared',
      count: sql`select count(*) from bet where not exists (
        select from price_hour known where known.coin = bet.coin and known.since <= bet.placed_at)`,
    },
  ],
}
