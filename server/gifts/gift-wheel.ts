import { sql } from 'kysely'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { dayAfter, dayOf } from '#fair/seal.ts'
import { shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { Refusal } from '#server/base/refusal.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readPlayed } from '#server/rewards/claimable.ts'
import { coinOfRewards } from '#server/rewards/rewards.queries.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'

export type WheelTerms = Pick<RewardsConfig, 'coin' | 'wheelBps'>

/** A turn needs a hundredth of a coin. */
const leastOf = (decimals: number): bigint => 10n ** BigInt(decimals) / 100n

export async function readWheel(
  db: Database,
  uid: number,
  terms: WheelTerms,
  now: number,
): Promise<GiftWheel> {
  const { decimals, last, from, to, amount } = await readPot(db, uid, terms)
  const { refusal } = await readPlayPermission(db, uid, now)
  const isTurned = last !== undefined && last.day >= dayOf(now)
  const least = leastOf(decimals)
  return {
    coin: terms.coin,
    pot: toDecimal(amount, decimals),
    leastPot: toDecimal(least, decimals),
    shareBps: terms.wheelBps,
    edgeUsd: toDecimal(to - from, DOLLAR_DECIMALS),
    isReady: !isTurned && amount >= least && refusal === null,
    nextAt: isTurned ? `${dayAfter(last.day)}T00:00:00.000Z` : null,
    last: last
      ? {
          bet: String(last.bet),
          at: last.at.toISOString(),
          part: Number(last.part),
          stake: toDecimal(BigInt(last.amount), last.decimals),
          payout: toDecimal(BigInt(last.payout), last.decimals),
        }
      : null,
  }
}

/** The turn of the day, as a free bet. It refuses with `conflict` if it was taken, or if too little has gathered. */
export const turnOf = (uid: number, terms: WheelTerms) => ({
  game: 'gift-wheel',
  params: {},
  paidFor: async (_: Database, { game }: { readonly game: string }) => game === 'gift-wheel',
  look: (db: Database, now: number) => readTurn(db, uid, terms, now),
  take: (trx: Database, bet: TurnBet) => takeTurn(trx, uid, terms, bet),
})

interface TurnBet {
  readonly id: string
  readonly now: number
}

async function readTurn(db: Database, uid: number, terms: WheelTerms, now: number) {
  const pot = await readPot(db, uid, terms)
  const day = dayOf(now)
  if (pot.last && pot.last.day >= day) throw new Refusal('conflict', 'The wheel was turned today')
  if (pot.amount < leastOf(pot.decimals)) throw new Refusal('conflict', 'Too little has gathered for a turn')
  return { ...pot, day }
}

/** With all that has gathered for it. */
async function takeTurn(
  trx: Database,
  uid: number,
  terms: WheelTerms,
  { id: bet, now }: TurnBet,
): Promise<{ readonly coin: string; readonly stake: bigint }> {
  const { day, from, to, amount } = await readTurn(trx, uid, terms, now)
  await trx
    .insertInto('wheel_turn')
    .values({
      bucket: bucketOf(uid),
      account_id: uid,
      day,
      bet,
      coin: terms.coin,
      amount: `${amount}`,
      edge_from: `${from}`,
      edge_to: `${to}`,
      share_bps: terms.wheelBps,
      at: new Date(now),
    })
    .execute()
  return { coin: terms.coin, stake: amount }
}

async function readPot(db: Database, uid: number, terms: WheelTerms) {
  const { decimals } = await coinOfRewards(db, terms)
  const last = await db
    .selectFrom('wheel_turn as turn')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.bucket', '=', 'turn.bucket')
        .onRef('bet.account_id', '=', 'turn.account_id')
        .onRef('bet.id', '=', 'turn.bet'),
    )
    .innerJoin('coin', 'coin.id', 'turn.coin')
    .select(['turn.bet', 'turn.amount', 'turn.edge_to', 'turn.at', 'bet.payout', 'coin.decimals'])
    .select([sql<string>`turn.day::text`.as('day'), sql<string>`bet.outcome`.as('part')])
    .where('turn.bucket', '=', bucketOf(uid))
    .where('turn.account_id', '=', uid)
    .orderBy('turn.day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = BigInt(last?.edge_to ?? 0)
  // Read last, so that a turn in between is not ahead of it.
  const { edge: to } = await readPlayed(db, uid)
  return {
    decimals,
    last,
    from,
    to,
    amount: unitsOfDollars(shareOfEdge(to - from, terms.wheelBps), decimals),
  }
}
