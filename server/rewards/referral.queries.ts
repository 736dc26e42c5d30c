import { sql } from 'kysely'
import { FRIENDS_PER_PAGE, type listFriends, type Referral } from '#contract/referral.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { friendName, unpaidFriends } from './friends.ts'
import { coinOfRewards } from './rewards.queries.ts'

const inDollars = (amount: bigint) => toDecimal(amount, DOLLAR_DECIMALS)

export async function readReferral(
  db: Database,
  player: number,
  config: Pick<RewardsConfig, 'coin' | 'referralBps'>,
): Promise<Referral> {
  const { referral_code: code } = await readAccount(db, player)
  const coin = await coinOfRewards(db, config)
  const { friends } = await db
    .selectFrom('referral')
    .select((eb) => eb.fn.countAll<string>().as('friends'))
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .executeTakeFirstOrThrow()
  const { claimed } = await db
    .selectFrom('reward')
    .select((eb) => eb.fn.sum<string | null>('amount').as('claimed'))
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('kind', '=', 'referral')
    .where('coin', '=', coin.id)
    .executeTakeFirstOrThrow()
  let [edge, claimable] = [0n, 0n]
  for await (const page of unpaidFriends(db, player, config.referralBps)) {
    edge += page.friends.reduce((sum, { from, to }) => sum + to - from, 0n)
    const share = page.friends.reduce((sum, friend) => sum + friend.share, 0n)
    claimable += unitsOfDollars(share, coin.decimals)
  }
  return {
    code,
    shareBps: config.referralBps,
    coin: coin.id,
    friends: Number(friends),
    edgeUsd: inDollars(edge),
    claimable: toDecimal(claimable, coin.decimals),
    claimed: toDecimal(BigInt(claimed ?? 0), coin.decimals),
  }
}

export async function listFriendsOf(
  db: Database,
  player: number,
  after: string | undefined,
): Promise<DataOf<typeof listFriends>> {
  const rows = await db
    .selectFrom('referral')
    .innerJoin('account', 'account.id', 'referral.friend_id')
    .select(['friend_id', 'since', 'earned', 'account.nickname'])
    .select(
      sql<string>`(select count(*) from referral older where older.bucket = referral.bucket
        and older.account_id = referral.account_id and older.friend_id <= referral.friend_id)`.as('number'),
    )
    .where('referral.bucket', '=', bucketOf(player))
    .where('referral.account_id', '=', player)
    .$if(after !== undefined, (query) => query.where('friend_id', '<', Number(after)))
    .orderBy('friend_id', 'desc')
    .limit(FRIENDS_PER_PAGE + 1)
    .execute()
  const page = rows.slice(0, FRIENDS_PER_PAGE)
  return {
    friends: page.map((row) => ({
      number: Number(row.number),
      name: friendName(row.nickname),
      since: row.since.toISOString(),
      claimedUsd: inDollars(BigInt(row.earned)),
    })),
    next: rows.length > page.length ? `${page.at(-1)?.friend_id}` : null,
  }
}
