import { CLAIM_EVERY_MS, type ClaimKind } from '#contract/rewards.ts'
import { rakebackBpsAt, shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { levelOf } from '#rules/rewards/level.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readPaidEdge, type PaidEdge } from './pay-edge-share.ts'

export interface Claimable {
  /** The player's level now. */
  readonly level: number
  /** Null while there is no gift to claim, because no level was reached since the last one. */
  readonly giftLevel: number | null
  /** Edge up to which was paid, and up to which can be paid. In 10⁻⁸ dollars. */
  readonly from: bigint
  readonly to: bigint
  readonly bps: number
  /** Smallest units of the coin; the share, though it may not be due yet. */
  readonly amount: bigint
  /** Milliseconds since the epoch; null when there is nothing to wait for. */
  readonly nextAt: number | null
}

interface Played {
  /** In 10⁻⁸ dollars. */
  readonly wagered: bigint
  readonly edge: bigint
}

export async function readPlayed(db: Database, player: number): Promise<Played> {
  const row = await db
    .selectFrom('play_account')
    .select(['wagered', 'edge'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .executeTakeFirst()
  return { wagered: BigInt(row?.wagered ?? 0), edge: BigInt(row?.edge ?? 0) }
}

interface Terms {
  readonly kind: ClaimKind
  readonly config: RewardsConfig
  readonly decimals: number
  readonly now: number
}

/** Reads what the player can claim of a kind. It decides only under the lock of the account. */
export async function readClaimable(db: Database, player: number, terms: Terms): Promise<Claimable> {
  const paid = await readPaidEdge(db, player, terms.kind)
  return claimableOf(paid, await readPlayed(db, player), terms)
}

/** @param played not read before `paid` */
export function claimableOf(
  paid: PaidEdge,
  { wagered, edge }: Played,
  { kind, config, decimals, now }: Terms,
): Claimable {
  const { level } = levelOf(wagered)
  const bps = kind === 'rakeback' ? rakebackBpsAt(level, config) : config.levelGiftBps
  // It has shrunk when a provider took back a round that was paid for.
  const to = edge > paid.edge ? edge : paid.edge
  const amount = unitsOfDollars(shareOfEdge(to - paid.edge, bps), decimals)
  return {
    level,
    giftLevel: level > paid.level ? level : null,
    from: paid.edge,
    to,
    bps,
    amount,
    nextAt: nextClaimAt(paid, now),
  }
}

function nextClaimAt({ at }: PaidEdge, now: number): number | null {
  const next = at === null ? 0 : at.getTime() + CLAIM_EVERY_MS
  return next > now ? next : null
}
