import { sql } from 'kysely'
import { MOST_BACK_BPS } from '#rules/rewards/edge-shares.ts'
import { LEVEL_2_XP } from '#rules/rewards/level.ts'
import { REWARD_PAYERS } from '#server/db/ledger-kinds.ts'
import type { Comparison, Subject } from './comparison.ts'

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
    select reward.*, coin.decimals, coalesce(play_account.edge, 0) as edge,
      coalesce(play_account.wagered, 0) as wagered,
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

export const REWARDS: Subject = {
  comparisons: () => [posted, shares],
}
