import type { ClaimKind } from '#contract/rewards.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { giveReward } from './give-reward.ts'

export interface PaidEdge {
  /** In 10⁻⁸ dollars: the edge after the last payment of this kind. */
  readonly edge: bigint
  /** The player's level at that payment; 1 before the first one. */
  readonly level: number
  /** Null before the first payment. */
  readonly at: Date | null
}

export async function readPaidEdge(db: Database, player: number, kind: ClaimKind): Promise<PaidEdge> {
  const last = await db
    .selectFrom('reward')
    .select(['edge_to', 'level', 'at'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { edge: BigInt(last?.edge_to ?? 0), level: last?.level ?? 1, at: last?.at ?? null }
}

interface EdgeShare {
  readonly player: number
  readonly kind: ClaimKind
  readonly coin: string
  /** Above 0, in the coin's smallest unit: the share of the edge between `from` and `to`. */
  readonly amount: bigint
  /** Edge up to which was paid, and up to which is paid now. In 10⁻⁸ dollars. */
  readonly from: bigint
  readonly to: bigint
  readonly bps: number
  readonly level: number
  readonly request: string
  readonly now: number
}

/** Call it under the lock of the account. The database refuses a second payment from the same edge on. */
export async function payEdgeShare(
  trx: Database,
  { player, kind, coin, amount, from, to, bps, level, request, now }: EdgeShare,
): Promise<void> {
  await giveReward(trx, {
    player,
    kind,
    key: `${from}`,
    coin,
    amount,
    edge_from: `${from}`,
    edge_to: `${to}`,
    share_bps: bps,
    level,
    request,
    now,
  })
}
