import { sql } from 'kysely'
import type { OperatedCode, OperatedPromotion } from '#contract/operator/actions.ts'
import { usdAt } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { readRates } from '#server/rates/rates.ts'

const CENTS = 2

/** Takers are counted where a promotion gives something to each player who takes it; a cost is at the last prices. */
export async function listOperatedPromotions(db: Database): Promise<OperatedPromotion[]> {
  const rows = await db.selectFrom('promotion').selectAll().orderBy('position').orderBy('slug').execute()
  const rates = await readRates(db)
  const bonuses = await readBonuses(db)
  const rounds = await readFreeRounds(db)
  return rows.map(({ slug, kind, title, starts_at, ends_at, offer, free, given }) => {
    const own = offer ? bonuses.filter(({ ordinal }) => ordinal === offer.ordinal) : []
    const paid = offer ? own : rounds.filter(({ key }) => key === slug)
    const cost = paid.reduce((sum, { coin, amount }) => sum + usdAt(rates, { coin, amount }), 0n)
    return {
      slug,
      kind,
      title,
      startsAt: starts_at.toISOString(),
      endsAt: ends_at?.toISOString() ?? null,
      taken: offer ? own.reduce((sum, { n }) => sum + n, 0) : free ? given : null,
      costUsd: offer || free ? toDecimal(cost, CENTS) : null,
    }
  })
}

/** The released part of bonuses: the house may still get the rest back. */
async function readBonuses(db: Database) {
  const rows = await db
    .selectFrom('bonus')
    .select(['ordinal', 'coin', sql<string>`count(*)`.as('n'), sql<string>`sum(released)::text`.as('amount')])
    .where('status', '<>', 'declined')
    .groupBy(['ordinal', 'coin'])
    .execute()
  return rows.map(({ ordinal, coin, n, amount }) => ({ ordinal, coin, n: Number(n), amount: BigInt(amount) }))
}

/** Payouts of free rounds: the house has paid their stakes to itself. */
async function readFreeRounds(db: Database) {
  const { rows } = await sql<{ key: string; coin: string; amount: string }>`
    select free_grant.key, bet.coin, sum(bet.payout)::text as amount
    from free_grant
    join free_round round on (round.bucket, round.account_id, round.grant_id)
      = (free_grant.bucket, free_grant.account_id, free_grant.id)
    join bet on (bet.bucket, bet.account_id, bet.id) = (round.bucket, round.account_id, round.bet_id)
    where free_grant.bucket = any(${ALL_BUCKETS}::smallint[]) and free_grant.source = 'promotion'
    group by 1, 2`.execute(db)
  return rows.map(({ key, coin, amount }) => ({ key, coin, amount: BigInt(amount) }))
}

export async function listOperatedCodes(db: Database): Promise<OperatedCode[]> {
  const rows = await db
    .selectFrom('gift_code')
    .leftJoin('coin', 'coin.id', 'gift_code.coin')
    .selectAll('gift_code')
    .select('coin.decimals')
    .orderBy('gift_code.id', 'desc')
    .execute()
  return rows.map(({ id, name, coin, amount, decimals, free, uses, used, until, stopped_at }) => ({
    id,
    name,
    gives: free
      ? `${free.count} × ${free.stake} ${free.coin}, ${free.game}`
      : `${toDecimal(BigInt(amount ?? 0), decimals ?? 0)} ${coin}`,
    uses,
    used,
    until: until.toISOString(),
    isStopped: stopped_at !== null,
  }))
}
