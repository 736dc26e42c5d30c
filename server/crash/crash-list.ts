import { sql } from 'kysely'
import { CRASH_LISTED_BETS, type CrashListedBet } from '#contract/crash.ts'
import { toDecimal } from '#server/coins/units.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier } from '#rules/crash.ts'
import type { Database } from '#server/db/tables.ts'
import { shownNames } from '#server/identity/shown-names.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { openSharedBetOf, settledSharedBetOf } from '#server/play/shared-record.ts'
import type { AnySharedBet } from '#server/play/shared-plays.ts'
import type { Totals } from './crash-rounds.ts'

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

export interface RoundBets {
  /** The largest ones first. */
  readonly listed: readonly CrashListedBet[]
  readonly totals: Totals
}

/** Bets that are still in, with their players. */
export async function openBetsOf(db: Database, round: string) {
  const rows = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', 'in', ALL_BUCKETS)
    .where('crash_round', '=', round)
    .execute()
  return rows.map((row) => ({ uid: row.account_id, bet: openSharedBetOf(row) }))
}

/** All bets of a round as everybody sees them; cancelled ones are none. */
export async function readRoundBets(db: Database, round: string): Promise<RoundBets> {
  const coins = await db.selectFrom('coin').select(['id', 'decimals']).execute()
  const decimals = new Map(coins.map((coin) => [coin.id, coin.decimals]))
  const open = await openBetsOf(db, round)
  const settled = await db
    .selectFrom('bet')
    .selectAll()
    .where('bucket', 'in', ALL_BUCKETS)
    .where('crash_round', '=', round)
    .where('ended_by', '<>', 'cancelled')
    .execute()
  const seen = new Map<string, { readonly uid: number; readonly bet: AnySharedBet }>()
  for (const each of open) seen.set(each.bet.id, each)
  for (const row of settled) {
    seen.set(String(row.id), { uid: row.account_id, bet: settledSharedBetOf(row) })
  }
  const bets = [...seen.values()].sort(({ bet: a }, { bet: b }) =>
    a.usd < b.usd ? 1 : a.usd > b.usd ? -1 : 0,
  )
  const listed = bets.slice(0, CRASH_LISTED_BETS)
  const names = await shownNames(
    db,
    listed.map(({ uid }) => uid),
  )
  return {
    listed: listed.map(({ uid, bet }) => listedOf(bet, decimals.get(bet.coin) ?? 0, names.get(uid) ?? null)),
    totals: bets.reduce<Totals>(
      ({ bets: count, staked, paid }, { bet }) => ({
        bets: count + 1,
        staked: staked + bet.usd,
        paid: paid + (bet.usd * BigInt(crashPartsMultiplier(bet.steps))) / 10_000n,
      }),
      { bets: 0, staked: 0n, paid: 0n },
    ),
  }
}

function listedOf(bet: AnySharedBet, decimals: number, name: string | null): CrashListedBet {
  const taken = bet.steps.filter(({ by }) => by !== 'refund')
  const last = taken.at(-1)
  return {
    ...{ id: bet.id, name, coin: bet.coin, stake: toDecimal(bet.stake, decimals) },
    cashedAt: last ? last.point / 100 : null,
    payout: toDecimal(payoutOf(bet.stake, crashPartsMultiplier(taken)), decimals),
  }
}

/** Bets of a player in two rounds, the newest first. */
export async function readOwnBets(
  db: Database,
  bucket: number,
  account: number,
  rounds: readonly string[],
): Promise<AnySharedBet[]> {
  if (rounds.length === 0) return []
  const open = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('account_id', '=', account)
    .where('crash_round', 'in', rounds)
    .execute()
  const settled = await db
    .selectFrom('bet')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('account_id', '=', account)
    .where('crash_round', 'in', rounds)
    .orderBy(sql`receipts[1]`, 'desc')
    .execute()
  const bets = new Map<string, AnySharedBet>(open.map((row) => [String(row.id), openSharedBetOf(row)]))
  for (const row of settled) bets.set(String(row.id), settledSharedBetOf(row))
  return [...bets.values()].sort((a, b) => Number((b.receipts[0] ?? 0n) - (a.receipts[0] ?? 0n)))
}
