import { sql } from 'kysely'
import type { Comparison, Subject } from './comparison.ts'

/** The moments are by the clocks of several processes, which the database's may be ahead of or behind a little. */
const APART = sql`interval '1 minute'`

const money: Comparison = {
  what: 'gifts of codes: each with what its code gives',
  rows: sql`
    select reward.account_id, reward.key, reward.amount, reward.coin, reward.at,
      code.id, code.amount as code_amount, code.coin as code_coin, code.made_at, code.until, code.stopped_at
    from reward
    left join gift_code code on code.id::text = reward.key
    where reward.kind = 'code-gift'
    order by reward.bucket, reward.id`,
  checks: [
    {
      kind: 'code_gift_differs',
      holds: sql`it.amount = it.code_amount and it.coin = it.code_coin and it.at >= it.made_at - ${APART} and it.at < it.until
        and (it.stopped_at is null or it.at <= it.stopped_at + ${APART})`,
      where: sql`concat('code ', it.key, ' to player ', it.account_id, ': ', it.amount, ' ', it.coin, ' at ', it.at, '; ',
        case when it.id is null then 'no such code' else concat('it gives ', it.code_amount, ' ', it.code_coin) end)`,
    },
  ],
}

const uses: Comparison = {
  what: 'codes: their uses with their gifts, and each made by an operator',
  rows: sql`
    select code.id, code.used, code.uses, action.action, coalesce(paid.n, 0) + coalesce(given.n, 0) as gifts
    from gift_code code
    left join admin_action action on action.id = code.action_id
    left join (select key, count(*) as n from reward where kind = 'code-gift' group by key) paid
      on paid.key = code.id::text
    left join (select key, count(*) as n from free_grant where source = 'code' group by key) given
      on given.key = code.id::text
    order by code.id`,
  checks: [
    {
      kind: 'code_uses_differ',
      holds: sql`it.used = it.gifts and it.used <= it.uses and it.action = 'code create'`,
      where: sql`concat('code ', it.id, ': used ', it.used, ' of ', it.uses, ' times, gifts ', it.gifts,
        case when it.action is null then '; no operator made it' end)`,
    },
  ],
}

const grants: Comparison = {
  what: 'free rounds: each with the code, the promotion or the action that gives them',
  rows: sql`
    select free_grant.*, coin.decimals, coalesce(code.free, promotion.free, action.what -> 'free') as free
    from free_grant
    join coin on coin.id = free_grant.coin
    left join gift_code code on free_grant.source = 'code' and code.id::text = free_grant.key
    left join promotion on free_grant.source = 'promotion' and promotion.slug = free_grant.key
    left join admin_action action on free_grant.source = 'operator' and action.id::text = free_grant.key
      and action.action = 'rounds give'
    order by free_grant.bucket, free_grant.id`,
  checks: [
    {
      kind: 'free_rounds_differ',
      holds: sql`it.game = it.free ->> 'game' and it.params = it.free -> 'params' and it.coin = it.free ->> 'coin'
        and it.stake = (it.free ->> 'stake')::numeric * power(10::numeric, it.decimals)
        and it.rounds = (it.free ->> 'count')::integer
        and it.until = it.given_at + (it.free ->> 'days')::integer * interval '24 hours'`,
      where: sql`concat('rounds ', it.id, ' of player ', it.account_id, ' (', it.source, ' ', it.key, '): ', it.rounds, ' of ',
        it.stake, ' ', it.coin, ' on ', it.game, '; given are ', coalesce(it.free::text, 'none'))`,
    },
  ],
}

const counts: Comparison = {
  what: 'promotions with free rounds: players who got them',
  rows: sql`
    select promotion.slug, promotion.given, coalesce(got.n, 0) as got
    from promotion
    left join (select key, count(*) as n from free_grant where source = 'promotion' group by key) got
      on got.key = promotion.slug
    where promotion.free is not null`,
  checks: [
    {
      kind: 'free_rounds_differ',
      holds: sql`it.given = it.got`,
      where: sql`concat('promotion ', it.slug, ': given to ', it.given, ' players, and ', it.got, ' have them')`,
    },
  ],
}

const played: Comparison = {
  what: 'free rounds that were played: in turn and in time, each with its bet',
  rows: sql`
    select free_round.*, given.rounds, given.until, given.given_at, bet.id as found,
      bet.game = given.game and bet.params = given.params and bet.coin = given.coin and bet.stake = given.stake as is_same,
      bet.placed_at,
      row_number() over (partition by free_round.bucket, free_round.account_id, free_round.grant_id order by free_round.n) as turn
    from free_round
    left join free_grant given on (given.bucket, given.account_id, given.id)
      = (free_round.bucket, free_round.account_id, free_round.grant_id)
    left join bet on (bet.bucket, bet.account_id, bet.id) = (free_round.bucket, free_round.account_id, free_round.bet_id)
    order by free_round.bucket, free_round.account_id, free_round.grant_id, free_round.n`,
  checks: [
    {
      kind: 'free_round_differs',
      holds: sql`it.n = it.turn and it.n <= it.rounds and it.is_same
        and it.placed_at >= it.given_at - ${APART} and it.placed_at < it.until`,
      where: sql`concat('round ', it.n, ' of ', it.grant_id, ' of player ', it.account_id, ': bet ', it.bet_id, ', ',
        case when it.found is null then 'which does not exist' else concat('placed ', it.placed_at) end)`,
    },
  ],
}

export const GIFTS: Subject = {
  comparisons: () => [money, uses, grants, counts, played],
}
