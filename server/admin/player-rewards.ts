import { toDecimal } from '#server/coins/units.ts'
import { listAllRounds } from '#server/gifts/free-rounds.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import type { Verbs } from './operator-call.ts'
import { requirePlayer } from './player-words.ts'

/** Edges are in 10⁻⁸ dollars. */
const EDGE_DECIMALS = 8

export const REWARDS: Verbs = {
  /** Each reward with what earned it, and the free rounds. */
  list: {
    isChange: false,
    async ask({ db, words }) {
      const player = await requirePlayer(db, words[0])
      const rows = await db
        .selectFrom('reward')
        .innerJoin('coin', 'coin.id', 'reward.coin')
        .selectAll('reward')
        .select('coin.decimals')
        .where('bucket', '=', bucketOf(player))
        .where('account_id', '=', player)
        .orderBy('reward.id', 'desc')
        .execute()
      const paid = rows.map(
        ({ kind, key, coin, amount, decimals, edge_from, edge_to, share_bps, at, data }) => ({
          at: at.toISOString(),
          kind,
          amount: toDecimal(BigInt(amount), decimals),
          coin,
          earnedBy:
            edge_from === null || edge_to === null
              ? { key, ...data }
              : {
                  edgeFrom: toDecimal(BigInt(edge_from), EDGE_DECIMALS),
                  edgeTo: toDecimal(BigInt(edge_to), EDGE_DECIMALS),
                  shareBps: share_bps,
                },
        }),
      )
      const rounds = await listAllRounds(db, player)
      return [...paid, ...rounds.map((each) => ({ kind: 'free-rounds', ...each }))]
    },
  },
}
