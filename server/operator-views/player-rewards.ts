import { sql } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import type { listPlayerRewards } from '#contract/operator/players.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { requireAccount } from './require-account.ts'

const LISTED = 200

interface Row {
  readonly at: Date
  readonly kind: string
  readonly coin: string
  readonly amount: string
  readonly decimals: number
  readonly edge_from: string | null
  readonly edge_to: string | null
  readonly what: string
}

/** Free rounds are worth their stakes. @throws Refusal `not_found` */
export async function listRewards(db: Database, uid: number): Promise<DataOf<typeof listPlayerRewards>> {
  await requireAccount(db, uid)
  const bucket = bucketOf(uid)
  const { rows } = await sql<Row>`
    select part.*, coin.decimals from (
      select at, kind, coin, amount, edge_from, edge_to, key as what from reward
        where bucket = ${bucket} and account_id = ${uid}
      union all
      select turn.at, 'gift-wheel', turn.coin, bet.payout, turn.edge_from, turn.edge_to, concat('bet ', turn.bet)
        from wheel_turn turn
        join bet on (bet.bucket, bet.account_id, bet.id) = (turn.bucket, turn.account_id, turn.bet)
        where turn.bucket = ${bucket} and turn.account_id = ${uid}
      union all
      select granted_at, 'bonus', coin, amount, null, null, concat('deposit ', deposit_id, ', ', status) from bonus
        where account_id = ${uid}
      union all
      select given_at, 'free-rounds', coin, stake * rounds, null, null,
          concat(rounds, ' rounds of ', game, ', ', source, ' ', key)
        from free_grant where bucket = ${bucket} and account_id = ${uid}
    ) part join coin on coin.id = part.coin
    order by part.at desc, part.kind, part.what
    limit ${LISTED}`.execute(db)
  const dollars = (units: string) => toDecimal(BigInt(units), DOLLAR_DECIMALS)
  return rows.map(({ at, kind, coin, amount, decimals, edge_from, edge_to, what }) => ({
    at: at.toISOString(),
    kind,
    coin,
    amount: toDecimal(BigInt(amount), decimals),
    what:
      edge_from === null || edge_to === null
        ? what
        : `${what}: edge of $${dollars(edge_from)} to $${dollars(edge_to)}`,
  }))
}
