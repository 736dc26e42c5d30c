import { sql } from 'kysely'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { judgeFriends, unpaidFriends, type UnpaidFriend } from './friends.ts'
import { giveReward } from './give-reward.ts'
import { coinOfRewards } from './rewards.queries.ts'

interface Claim {
  readonly player: number
  readonly config: Pick<RewardsConfig, 'coin' | 'referralBps'>
  readonly now: number
}

/**
 * Pays the share of what all friends have played since the last claim, in one transaction. Claims of a player wait for
 * each other, and the second one finds the marks that the first has set.
 * @returns smallest units of the coin that was paid; 0 if it is too little
 */
export function claimReferral(db: Database, { player, config, now }: Claim): Promise<bigint> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, player)
      const coin = await coinOfRewards(trx, config)
      let paid = 0n
      for await (const { friends, linked } of unpaidFriends(trx, player, config.referralBps)) {
        await judgeFriends(trx, player, linked, now)
        paid += await payFor(trx, friends, { player, bps: config.referralBps, coin, now })
      }
      return paid
    }),
  )
}

interface Payment {
  readonly player: number
  readonly bps: number
  readonly coin: Awaited<ReturnType<typeof coinOfRewards>>
  readonly now: number
}

async function payFor(
  trx: Database,
  friends: readonly UnpaidFriend[],
  { player, bps, coin, now }: Payment,
): Promise<bigint> {
  const share = friends.reduce((sum, friend) => sum + friend.share, 0n)
  const amount = unitsOfDollars(share, coin.decimals)
  const [first] = friends
  if (!first || amount <= 0n) return 0n
  // A mark only moves forward, so that no other payment can begin with this one.
  await giveReward(trx, {
    player,
    kind: 'referral',
    key: `${first.friend}/${first.from}`,
    coin: coin.id,
    amount,
    share_bps: bps,
    now,
    data: JSON.stringify({
      friends: friends.map(({ friend, from, to }) => ({ friend, from: `${from}`, to: `${to}` })),
    }),
  })
  await moveMarks(trx, player, friends)
  return amount
}

async function moveMarks(trx: Database, player: number, friends: readonly UnpaidFriend[]): Promise<void> {
  const { rows } = await sql`
    update referral set edge_paid = moved."to", earned = earned + moved.share
    from unnest(${friends.map(({ friend }) => friend)}::integer[], ${friends.map(({ from }) => `${from}`)}::bigint[],
      ${friends.map(({ to }) => `${to}`)}::bigint[], ${friends.map(({ share }) => `${share}`)}::bigint[])
      as moved (friend, "from", "to", share)
    where bucket = ${bucketOf(player)} and account_id = ${player} and friend_id = moved.friend
      and edge_paid = moved."from" and reason is null
    returning friend_id`.execute(trx)
  if (rows.length !== friends.length) throw new Error('The marks of friends have moved meanwhile')
}
