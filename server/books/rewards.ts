import { sql } from 'kysely'
import { MOST_BACK_BPS } from '#rules/rewards/edge-shares.ts'
import { RACE_SHARES_BPS } from '#rules/rewards/race.ts'
import { LEVEL_2_XP } from '#rules/rewards/level.ts'
import { REWARD_PAYERS } from '#server/db/ledger-kinds.ts'
import type { Comparison, Subject } from './comparison.ts'
import { takenBackOf } from './providers.ts'
import { firstDay } from './public-sums.ts'

const KINDS = sql.join(Object.keys(REWARD_PAYERS).map((kind) => sql.lit(kind)))

const XP = sql.lit(Number(LEVEL_2_XP))

const posted: Comparison = {
  what: 'rewards: each with its movement in the ledger, and each movement with its reward',
  rows: sql`
    select coalesce(reward.account_id, moved.account_id) as account_id, coalesce(reward.kind, moved.kind) as kind,
      coalesce(reward.key, moved.key) as key, reward.id, reward.amount, reward.coin, reward.at,
      moved.id as moved_id, moved.account_id as moved_player, moved.amount as moved_amount, moved.coin as moved_coin, moved.at as moved_at
    from reward
    full join (
      select moved.bucket, moved.id, moved.kind, moved.key, moved.at, account.account_id, account.coin, posting.amount
      from ledger_transaction moved
      left join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id) and posting.line = 2
      left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
      where moved.kind in (${KINDS})
    ) moved on moved.bucket = reward.bucket and moved.kind = reward.kind
      and moved.key = reward.kind || '/' || reward.account_id || '/' || reward.key
    order by 1, 2`,
  checks: [
    {
      kind: 'reward_unposted',
      holds: sql`it.moved_id is not null or it.id is null`,
      where: sql`concat(it.kind, ' of player ', it.account_id, ' (', it.key, '), ', it.amount, ' ', it.coin, ': never posted')`,
    },
    {
      kind: 'reward_unknown',
      holds: sql`it.id is not null and (it.moved_id is null
        or it.moved_player = it.account_id and it.moved_amount = it.amount and it.moved_coin = it.coin and it.moved_at = it.at)`,
      where: sql`concat('transaction ', it.moved_id, ' (', it.kind, ', ', it.key, ', ', it.moved_amount, ' ', it.moved_coin,
        '): ', case when it.id is null then 'no such reward' else concat('the reward is ', it.amount, ' ', it.coin, ' at ', it.at) end)`,
    },
  ],
}

/** One coin counts as one dollar; edges are in units of 10⁻⁸ of it. */
const shares: Comparison = {
  what: 'shares of the house edge: each begins where the last one of its kind ended, within the edge of the bets',
  rows: sql`
    select reward.*, coin.decimals, coalesce(play_account.edge, 0) + ${takenBackOf(sql`reward.account_id`, 'edge_usd')} as edge,
      coalesce(play_account.wagered, 0) + ${takenBackOf(sql`reward.account_id`, 'usd')} as wagered,
      coalesce(lag(reward.edge_to) over before, 0) as paid_before, coalesce(lag(reward.level) over before, 1) as level_before
    from reward
    join coin on coin.id = reward.coin
    left join play_account using (bucket, account_id)
    where reward.edge_to is not null
    window before as (partition by reward.bucket, reward.account_id, reward.kind order by reward.id)
    order by reward.bucket, reward.account_id, reward.id`,
  checks: [
    {
      kind: 'reward_edge_differs',
      holds: sql`it.edge_from = it.paid_before and it.edge_to <= it.edge`,
      where: sql`concat(it.kind, ' of player ', it.account_id, ': for an edge from ', it.edge_from, ' to ', it.edge_to,
        '; paid before up to ', it.paid_before, ', and the bets make ', it.edge)`,
    },
    {
      kind: 'reward_amount_differs',
      holds: sql`it.share_bps <= ${sql.lit(MOST_BACK_BPS)}
        and it.amount = div(div((it.edge_to - it.edge_from)::numeric * it.share_bps, 10000), power(10::numeric, 8 - it.decimals))`,
      where: sql`concat(it.kind, ' of player ', it.account_id, ': ', it.amount, ' ', it.coin, ' for an edge of ',
        it.edge_to - it.edge_from, ' at ', it.share_bps, ' basis points')`,
    },
    {
      kind: 'reward_level_differs',
      holds: sql`${XP} * (it.level - 1)::numeric ^ 2 * 100000000 <= it.wagered
        and (it.kind <> 'level-gift' or it.level > it.level_before)`,
      where: sql`concat(it.kind, ' of player ', it.account_id, ' at level ', it.level, ', before at ', it.level_before,
        '; staked ', it.wagered)`,
    },
  ],
}

/** Each friend with the payment that a reward names. */
const PAID_FRIENDS = sql`
  select reward.bucket, reward.account_id, reward.id, (part ->> 'friend')::integer as friend_id,
    (part ->> 'from')::bigint as edge_from, (part ->> 'to')::bigint as edge_to,
    div(((part ->> 'to')::numeric - (part ->> 'from')::numeric) * reward.share_bps, 10000) as share
  from reward cross join jsonb_array_elements(reward.data -> 'friends') part
  where reward.kind = 'referral'`

const referrals: Comparison = {
  what: 'rewards for friends: each is the share of what its friends have played',
  rows: sql`
    select reward.account_id, reward.id, reward.amount, reward.coin, reward.share_bps, coin.decimals, paid.share
    from reward
    join coin on coin.id = reward.coin
    left join (select bucket, account_id, id, sum(share) as share from (${PAID_FRIENDS}) friend group by 1, 2, 3) paid
      on (paid.bucket, paid.account_id, paid.id) = (reward.bucket, reward.account_id, reward.id)
    where reward.kind = 'referral'
    order by reward.account_id, reward.id`,
  checks: [
    {
      kind: 'reward_amount_differs',
      holds: sql`it.share_bps <= ${sql.lit(MOST_BACK_BPS)}
        and it.amount = div(it.share, power(10::numeric, 8 - it.decimals))`,
      where: sql`concat('referral of player ', it.account_id, ': ', it.amount, ' ', it.coin, ' for shares of ', it.share)`,
    },
  ],
}

const friends: Comparison = {
  what: 'friends: paid for once, from where the last payment ended, within the edge of their bets, and to their inviter',
  rows: sql`
    select coalesce(referral.account_id, paid.account_id) as account_id,
      coalesce(referral.friend_id, paid.friend_id) as friend_id, referral.edge_paid, referral.earned,
      coalesce(paid.edge_to, 0) as paid_to, coalesce(paid.share, 0) as paid_share,
      coalesce(paid.is_contiguous, true) as is_contiguous, account.invited_by,
      coalesce(play_account.edge, 0) + ${takenBackOf(sql`friend_id`, 'edge_usd')} as edge
    from referral
    full join (
      select bucket, account_id, friend_id, max(edge_to) as edge_to, sum(share) as share,
        bool_and(edge_from = paid_before and edge_to > edge_from) as is_contiguous
      from (
        select friend.*, coalesce(lag(edge_to) over (partition by bucket, account_id, friend_id order by id), 0)
          as paid_before
        from (${PAID_FRIENDS}) friend
      ) step
      group by 1, 2, 3
    ) paid using (bucket, account_id, friend_id)
    left join account on account.id = friend_id
    left join play_account on play_account.bucket = friend_id % 64 and play_account.account_id = friend_id
    order by 1, 2`,
  checks: [
    {
      kind: 'reward_edge_differs',
      holds: sql`it.is_contiguous and it.edge_paid = it.paid_to and it.earned = it.paid_share and it.paid_to <= it.edge`,
      where: sql`concat('player ', it.account_id, ' for friend ', it.friend_id, ': paid up to ', it.paid_to, ' (',
        it.paid_share, '), the mark is at ', it.edge_paid, ' (', it.earned, '), and the bets make ', it.edge,
        case when it.is_contiguous then '' else '; payments overlap or leave gaps' end)`,
    },
    {
      kind: 'referral_differs',
      holds: sql`it.invited_by = it.account_id`,
      where: sql`concat('player ', it.account_id, ' for friend ', it.friend_id, ', whom ',
        coalesce(it.invited_by::text, 'nobody'), ' has invited')`,
    },
  ],
}

const FULL_BPS = sql.lit(10_000)

/** Winners as the race was closed with them, and as entries and days of play make them. */
const races: Comparison = {
  what: 'winners of races: points with their days of play, prizes with the pool, and each paid once',
  rows: sql`
    with won as (
      select race.*, (winner ->> 'player')::integer as player, (winner ->> 'points')::numeric as own,
        (winner ->> 'prize')::numeric as prize, place.rank, coin.decimals,
        div(race.points::numeric * race.pool_bps, ${FULL_BPS}) as pool
      from race
      join coin on coin.id = race.coin
      cross join jsonb_array_elements(race.winners) with ordinality as place (winner, rank)
    )
    select coalesce(won.week::text, reward.key) as week, coalesce(won.player, reward.account_id) as player, won.rank,
      won.own, won.prize, won.closed_at, won.coin, reward.amount, reward.coin as paid_coin, reward.at,
      account.closed_at as left_at, played.points as played,
      -- Days of play are deleted after weeks.
      won.week > least((select min(day) from play_day), ${firstDay}) as is_known,
      div(least(
        div(won.pool * (array[${sql.join(RACE_SHARES_BPS.map((bps) => sql.lit(bps)))}]::integer[])[won.rank], ${FULL_BPS}),
        div(won.own * won.prize_most_bps, ${FULL_BPS})
      ), power(10::numeric, 8 - won.decimals)) as due
    from won
    full join (select * from reward where kind = 'race-prize') reward
      on reward.account_id = won.player and reward.key = won.week::text
    left join account on account.id = won.player
    left join lateral (
      select sum(least(play_day.edge, won.day_cap)) as points
      from race_entry entry
      join play_day on play_day.bucket = entry.bucket and play_day.account_id = entry.account_id
        and play_day.day >= greatest(entry.week, (entry.joined_at at time zone 'utc')::date)
        and play_day.day < entry.week + 7
      where entry.bucket = won.player % 64 and entry.account_id = won.player and entry.week = won.week
    ) played on won.week is not null
    order by 1, won.rank`,
  checks: [
    {
      kind: 'race_differs',
      holds: sql`it.rank is not null and (it.own = it.played or not it.is_known) and it.prize = it.due`,
      where: sql`concat('race of ', it.week, ', player ', it.player, ': place ', it.rank, ' with ', it.own, ' points of ',
        it.played, ' played, prize ', it.prize, ' of ', it.due)`,
    },
    {
      kind: 'reward_amount_differs',
      holds: sql`it.rank is null or it.amount is null
        or it.amount = it.prize and it.paid_coin = it.coin and it.at = it.closed_at`,
      where: sql`concat('race of ', it.week, ', player ', it.player, ': won ', it.prize, ' ', it.coin, ', paid ',
        coalesce(it.amount, 0), ' ', it.paid_coin)`,
    },
  ],
}

export const REWARDS: Subject = {
  comparisons: () => [posted, shares, referrals, friends, races],
}
