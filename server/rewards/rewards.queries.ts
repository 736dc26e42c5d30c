import type { ClaimKind, RewardClaim, Rewards } from '#contract/rewards.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { claimableOf, readPlayed, type Claimable } from './claimable.ts'
import { readPaidEdge } from './pay-edge-share.ts'

const CLAIMS_SHOWN = 10

/** @returns the coin in which rewards are paid */
export const coinOfRewards = (db: Database, { coin }: Pick<RewardsConfig, 'coin'>) =>
  db.selectFrom('coin').select(['id', 'decimals']).where('id', '=', coin).executeTakeFirstOrThrow()

export async function readRewards(
  db: Database,
  config: RewardsConfig,
  { player, now }: { readonly player: number; readonly now: number },
): Promise<Rewards> {
  const { id: coin, decimals } = await coinOfRewards(db, config)
  const [paidRakeback, paidGift] = [
    await readPaidEdge(db, player, 'rakeback'),
    await readPaidEdge(db, player, 'level-gift'),
  ]
  const played = await readPlayed(db, player)
  const rakeback = claimableOf(paidRakeback, played, { kind: 'rakeback', config, decimals, now })
  const gift = claimableOf(paidGift, played, { kind: 'level-gift', config, decimals, now })
  const shown = ({ from, to, bps, amount, nextAt }: Claimable) => ({
    shareBps: bps,
    edgeUsd: toDecimal(to - from, DOLLAR_DECIMALS),
    amount: toDecimal(amount, decimals),
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
  })
  const claims = await claimsOf(db, player).orderBy('reward.id', 'desc').limit(CLAIMS_SHOWN).execute()
  return {
    level: rakeback.level,
    wageredUsd: toDecimal(played.wagered, DOLLAR_DECIMALS),
    coin,
    rakeback: shown(rakeback),
    levelGift: { ...shown(gift), level: gift.giftLevel },
    claims: claims.map(toClaim),
  }
}

/** Rewards that were claimed, unlike those that are sent to the player. */
export const claimsOf = (db: Database, player: number) =>
  db
    .selectFrom('reward')
    .innerJoin('coin', 'coin.id', 'reward.coin')
    .select(['reward.id', 'reward.kind', 'reward.coin', 'reward.amount', 'coin.decimals'])
    .select(['reward.edge_from', 'reward.edge_to', 'reward.share_bps', 'reward.level', 'reward.at'])
    .where('reward.bucket', '=', bucketOf(player))
    .where('reward.account_id', '=', player)
    .where('reward.kind', 'in', ['rakeback', 'level-gift'])

type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimsOf>['execute']>>[number]

export function toClaim(row: ClaimRow): RewardClaim {
  const edge = BigInt(row.edge_to ?? 0) - BigInt(row.edge_from ?? 0)
  return {
    id: row.id,
    kind: row.kind as ClaimKind,
    coin: row.coin,
    amount: toDecimal(BigInt(row.amount), row.decimals),
    edgeUsd: toDecimal(edge, DOLLAR_DECIMALS),
    shareBps: row.share_bps ?? 0,
    level: row.level ?? 1,
    at: row.at.toISOString(),
  }
}
