import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { listAllRounds } from '#server/gifts/free-rounds.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import type { Verbs } from './operator-call.ts'
import { requirePlayer } from './player-words.ts'

export const REWARDS: Verbs = {
  /** Each reward with what earned it, turns of the wheel, bonuses, and free rounds: the newest of each first. */
  list: {
    isChange: false,
    async ask({ db, words }) {
      const player = await requirePlayer(db, words[0])
      const rounds = await listAllRounds(db, player)
      return [
        ...(await listPaid(db, player)),
        ...(await listTurns(db, player)),
        ...(await listBonuses(db, player)),
        ...rounds.map((each) => ({ kind: 'free-rounds', ...each })),
      ]
    },
  },
}

/** A share of the house edge between two sums of it. */
const ofEdge = (from: string, to: string, shareBps: number | null) => ({
  edgeFrom: toDecimal(BigInt(from), DOLLAR_DECIMALS),
  edgeTo: toDecimal(BigInt(to), DOLLAR_DECIMALS),
  shareBps,
})

async function listPaid(db: Database, player: number): Promise<object[]> {
  const rows = await db
    .selectFrom('reward')
    .innerJoin('coin', 'coin.id', 'reward.coin')
    .selectAll('reward')
    .select('coin.decimals')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .orderBy('reward.id', 'desc')
    .execute()
  return rows.map(({ kind, key, coin, amount, decimals, edge_from, edge_to, share_bps, at, data }) => ({
    at: at.toISOString(),
    kind,
    amount: toDecimal(BigInt(amount), decimals),
    coin,
    earnedBy:
      edge_from !== null && edge_to !== null
        ? ofEdge(edge_from, edge_to, share_bps)
        : kind === 'referral'
          ? {
              friends: friendsOf(data).map(({ friend, from, to }) => ({
                friend,
                ...ofEdge(from, to, share_bps),
              })),
            }
          : { key, ...data },
  }))
}

/** As `claimReferral` has written them. */
const friendsOf = (data: object) =>
  (
    data as {
      readonly friends: readonly { readonly friend: number; readonly from: string; readonly to: string }[]
    }
  ).friends

async function listTurns(db: Database, player: number): Promise<object[]> {
  const rows = await db
    .selectFrom('wheel_turn as turn')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.bucket', '=', 'turn.bucket')
        .onRef('bet.account_id', '=', 'turn.account_id')
        .onRef('bet.id', '=', 'turn.bet'),
    )
    .innerJoin('coin', 'coin.id', 'turn.coin')
    .selectAll('turn')
    .select(['bet.payout', 'coin.decimals'])
    .where('turn.bucket', '=', bucketOf(player))
    .where('turn.account_id', '=', player)
    .orderBy('turn.day', 'desc')
    .execute()
  return rows.map(({ at, payout, decimals, coin, bet, amount, edge_from, edge_to, share_bps }) => ({
    at: at.toISOString(),
    kind: 'gift-wheel',
    amount: toDecimal(BigInt(payout), decimals),
    coin,
    earnedBy: { bet, pot: toDecimal(BigInt(amount), decimals), ...ofEdge(edge_from, edge_to, share_bps) },
  }))
}

async function listBonuses(db: Database, player: number): Promise<object[]> {
  const rows = await db
    .selectFrom('bonus')
    .innerJoin('coin', 'coin.id', 'bonus.coin')
    .selectAll('bonus')
    .select('coin.decimals')
    .where('account_id', '=', player)
    .orderBy('bonus.id', 'desc')
    .execute()
  return rows.map((row) => ({
    at: row.granted_at.toISOString(),
    kind: 'bonus',
    status: row.status,
    amount: toDecimal(BigInt(row.amount), row.decimals),
    released: toDecimal(BigInt(row.released), row.decimals),
    coin: row.coin,
    earnedBy: { deposit: row.deposit_id, bonusBps: row.bonus_bps, releaseBps: row.release_bps },
  }))
}
