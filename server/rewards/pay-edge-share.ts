import { shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { payReward } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'

/** Rewards that are a share of the player's own house edge since the last one of their kind. */
export type EdgeShareKind = 'rakeback' | 'level-gift'

export interface PaidEdge {
  /** In 10⁻⁸ dollars: the edge after the last payment of this kind. */
  readonly edge: bigint
  /** Null if there was none. */
  readonly at: Date | null
}

export async function readPaidEdge(db: Database, player: number, kind: EdgeShareKind): Promise<PaidEdge> {
  const last = await db
    .selectFrom('reward')
    .select(['edge_to', 'at'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { edge: BigInt(last?.edge_to ?? 0), at: last?.at ?? null }
}

interface EdgeShare {
  readonly player: number
  readonly kind: EdgeShareKind
  readonly coin: { readonly id: string; readonly decimals: number }
  /** Edge up to which was paid, as it was read, and up to which is paid now. In 10⁻⁸ dollars. */
  readonly from: bigint
  readonly to: bigint
  readonly bps: number
  readonly now: number
}

/**
 * Pays once for each `from`, however often and wherever it is called at once.
 * @returns smallest units of the coin; 0 if it is too little, or if another call has paid it
 */
export async function payEdgeShare(
  trx: Database,
  { player, kind, coin, from, to, bps, now }: EdgeShare,
): Promise<bigint> {
  const amount = unitsOfDollars(shareOfEdge(to - from, bps), coin.decimals)
  if (amount <= 0n) return 0n
  const row = await trx
    .insertInto('reward')
    .values({
      bucket: bucketOf(player),
      account_id: player,
      kind,
      key: `${from}`,
      coin: coin.id,
      amount: `${amount}`,
      edge_from: `${from}`,
      edge_to: `${to}`,
      share_bps: bps,
      at: new Date(now),
    })
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return 0n
  await postTransaction(trx, payReward({ player, coin: coin.id, amount, kind, key: `${from}` }), now)
  return amount
}
