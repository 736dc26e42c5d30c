import { sql } from 'kysely'
import { usdAt } from '#server/coins/convert-at.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readRates } from '#server/rates/rates.ts'

/** Payouts minus stakes, in 10⁻⁸ dollars at the prices of the bets. */
export async function readWon(db: Database, uid: number): Promise<bigint> {
  const { rows } = await sql<{ won: string }>`
    select coalesce(sum(paid::numeric - staked), 0)::text as won from play_hour
    where bucket = ${bucketOf(uid)} and account_id = ${uid}`.execute(db)
  return BigInt(rows[0]?.won ?? 0)
}

interface Paid {
  /** In US cents, at the prices when the deposits came. */
  readonly deposited: bigint
  /** In US cents, at the last prices. */
  readonly withdrawn: bigint
  readonly withdrawals: number
}

/** @param before counts only withdrawals with a smaller number */
export async function readPaid(db: Database, uid: number, before?: string): Promise<Paid> {
  const { cents } = await db
    .selectFrom('deposit')
    .select(sql<string>`coalesce(sum(usd_cents), 0)::text`.as('cents'))
    .where('account_id', '=', uid)
    .where('status', '=', 'credited')
    .executeTakeFirstOrThrow()
  const paid = await db
    .selectFrom('withdrawal')
    .select(['coin', sql<string>`sum(amount)::text`.as('amount'), sql<string>`count(*)`.as('n')])
    .where('account_id', '=', uid)
    .where('status', '=', 'confirmed')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .groupBy('coin')
    .execute()
  const rates = await readRates(db)
  return {
    deposited: BigInt(cents),
    withdrawn: paid.reduce(
      (sum, { coin, amount }) => sum + usdAt(rates, { coin, amount: BigInt(amount) }),
      0n,
    ),
    withdrawals: paid.reduce((sum, { n }) => sum + Number(n), 0),
  }
}
