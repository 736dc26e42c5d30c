import { sql } from 'kysely'
import { MOST_BACK_BPS } from '#rules/rewards/edge-shares.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'
import { takenBackOf } from './providers.ts'

/** Turns and rounds that free bets are given for: `bucket`, `account_id`, `bet`, `game`, `coin`, `amount`. */
const GRANTED = sql`(
  select bucket, account_id, bet, 'gift-wheel' as game, coin, amount from wheel_turn
  union all
  select round.bucket, round.account_id, round.bet_id, given.game, given.coin, given.stake
  from free_round round
  join free_grant given on (given.bucket, given.account_id, given.id) = (round.bucket, round.account_id, round.grant_id)
)`

/** The number in the key of a free stake; null for other keys. */
const betOfKey = sql`case when moved.key ~ '^bet/[1-9][0-9]{0,17}/free$' then split_part(moved.key, '/', 2)::bigint end`

const stakesOf = (ledger: LedgerRows): Comparison => ({
  what: 'free stakes: each paid for one free bet of the same player, game, coin, amount and moment',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.transactions} moved where kind = 'free-stake'`,
  rows: sql`
    select moved.id, moved.key, moved.subject, account.account_id, account.coin, posting.amount, bet.id as bet_id, bet.free
    from ${ledger.transactions} moved
    left join ${ledger.postings} posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
      and posting.line = 2
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    left join bet on (bet.bucket, bet.account_id, bet.id) = (moved.bucket, account.account_id, ${betOfKey})
    where moved.kind = 'free-stake' and (bet.free and bet.game = moved.subject and bet.coin = account.coin
      and bet.stake = posting.amount and bet.placed_at = moved.at) is not true
    order by moved.id`,
  checks: [
    {
      kind: 'free_bet_differs',
      holds: sql`false`,
      where: sql`concat('transaction ', it.id, ' (', it.key, ', player ', it.account_id, ', ', it.amount, ' ', it.coin, ', ',
        it.subject, '): ', case when it.bet_id is null then 'no such bet' when not it.free then 'the player has staked it'
        else 'another free bet' end)`,
    },
  ],
})

const betsOf = (ledger: LedgerRows): Comparison => ({
  what: 'free bets: each with the stake that the house has paid, and with what it was given for',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.whole('bet')} bet where free`,
  rows: sql`
    select bet.id, bet.account_id, bet.game, bet.stake, bet.coin, bet.usd, bet.edge_usd, paid.id as paid_id, given.game as given_game,
      given.amount as given_amount
    from ${ledger.whole('bet')} bet
    left join ledger_transaction paid on paid.bucket = bet.bucket and paid.key = 'bet/' || bet.id || '/free'
      and paid.kind = 'free-stake'
    left join ${GRANTED} given on (given.bucket, given.account_id, given.bet) = (bet.bucket, bet.account_id, bet.id)
    where bet.free and (paid.id is not null and given.game = bet.game and given.coin = bet.coin
      and given.amount = bet.stake and bet.usd = 0 and bet.edge_usd = 0) is not true
    order by bet.id`,
  checks: [
    {
      kind: 'free_bet_differs',
      holds: sql`false`,
      where: sql`concat('free bet ', it.id, ' of player ', it.account_id, ', ', it.stake, ' ', it.coin, ' on ', it.game, ': ',
        case when it.paid_id is null then 'the house has not paid its stake' when it.given_game is null then 'given for nothing'
        else concat('given for ', it.given_amount, ' on ', it.given_game, '; counts for ', it.usd, ', edge ', it.edge_usd) end)`,
    },
  ],
})

const grants: Comparison = {
  what: 'what free bets are given for: each has made one free bet',
  rows: sql`
    select given.*, bet.free from ${GRANTED} given
    left join bet on (bet.bucket, bet.account_id, bet.id) = (given.bucket, given.account_id, given.bet)
    order by given.bucket, given.account_id`,
  checks: [
    {
      kind: 'free_bet_differs',
      holds: sql`it.free`,
      where: sql`concat('player ', it.account_id, ': ', it.amount, ' ', it.coin, ' on ', it.game, ' were given for bet ', it.bet,
        ', which is ', case when it.free is null then 'gone' else 'not free' end)`,
    },
  ],
}

/** One coin counts as one dollar; edges are in units of 10⁻⁸ of it. */
const turns: Comparison = {
  what: 'turns of the daily wheel: each for the edge since the turn before, within the edge of the bets',
  rows: sql`
    select turn.*, coin.decimals, coalesce(play_account.edge, 0) + ${takenBackOf(sql`turn.account_id`, 'edge_usd')} as edge,
      coalesce(lag(turn.edge_to) over (partition by turn.bucket, turn.account_id order by turn.day), 0) as paid_before
    from wheel_turn turn
    join coin on coin.id = turn.coin
    left join play_account using (bucket, account_id)
    order by turn.bucket, turn.account_id, turn.day`,
  checks: [
    {
      kind: 'reward_edge_differs',
      holds: sql`it.edge_from = it.paid_before and it.edge_to <= it.edge`,
      where: sql`concat('turn of player ', it.account_id, ' on ', it.day, ': for an edge from ', it.edge_from, ' to ', it.edge_to,
        '; paid before up to ', it.paid_before, ', and the bets make ', it.edge)`,
    },
    {
      kind: 'reward_amount_differs',
      holds: sql`it.share_bps <= ${sql.lit(MOST_BACK_BPS)}
        and it.amount = div(div((it.edge_to - it.edge_from)::numeric * it.share_bps, 10000), power(10::numeric, 8 - it.decimals))`,
      where: sql`concat('turn of player ', it.account_id, ' on ', it.day, ': ', it.amount, ' ', it.coin, ' for an edge of ',
        it.edge_to - it.edge_from, ' at ', it.share_bps, ' basis points')`,
    },
  ],
}

export const FREE_BETS: Subject = {
  comparisons: (_, ledger) => [stakesOf(ledger), betsOf(ledger), grants, turns],
}
