import { sql } from 'kysely'
import { CRASH_LISTED_BETS, type CrashListedBet } from '#contract/crash.ts'
import { toDecimal } from '#server/coins/units.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier } from '#rules/crash/crash-curve.ts'
import type { TakenPart } from '#rules/plan/crash-bet.ts'
import type { Database } from '#server/db/tables.ts'
import { HIDDEN_PLAYER, shownPlayers, type ShownPlayer } from '#server/identity/shown-players.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { openSharedBetOf, settledSharedBetOf, sharedPartsOf } from '#server/play/shared-record.ts'
import type { AnySharedBet } from '#server/play/shared-plays.ts'
import type { Totals } from './crash-rounds.ts'

export interface RoundBets {
  /** The largest ones first. */
  readonly listed: readonly CrashListedBet[]
  readonly totals: Totals
}

export async function openBetsOf(db: Database, round: string) {
  const rows = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', 'in', ALL_BUCKETS)
    .where('crash_round', '=', round)
    .execute()
  return rows.map((row) => ({ uid: row.account_id, bet: openSharedBetOf(row) }))
}

const LISTED = ['id', 'account_id', 'coin', 'stake', 'usd', 'steps'] as const

/**
 * All bets of a round as everybody sees them, without cancelled ones. It reads few columns: it is asked twice a second
 * while bets come and go.
 */
export async function readRoundBets(db: Database, round: string): Promise<RoundBets> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('bet')
        .select(LISTED)
        .where('bucket', 'in', ALL_BUCKETS)
        .where('crash_round', '=', round)
        .where('ended_by', '<>', 'cancelled')
        .unionAll(
          eb
            .selectFrom('round')
            .select(LISTED)
            .where('bucket', 'in', ALL_BUCKETS)
            .where('crash_round', '=', round),
        )
        .as('bet'),
    )
    .innerJoin('coin', 'coin.id', 'bet.coin')
    .selectAll('bet')
    .select('coin.decimals')
    .orderBy('bet.usd', 'desc')
    .orderBy('bet.id')
    .execute()
  const bets = rows.map(({ account_id: uid, usd, steps, ...row }) => {
    return { ...row, uid, usd: BigInt(usd), steps: sharedPartsOf(steps) }
  })
  const listed = bets.slice(0, CRASH_LISTED_BETS)
  const players = await shownPlayers(
    db,
    listed.map(({ uid }) => uid),
  )
  return {
    listed: listed.map((bet) => listedOf(bet, players.get(bet.uid) ?? HIDDEN_PLAYER)),
    totals: bets.reduce<Totals>(
      ({ bets: count, staked, paid }, { usd, steps }) => ({
        bets: count + 1,
        staked: staked + usd,
        paid: paid + (usd * BigInt(crashPartsMultiplier(steps))) / 10_000n,
      }),
      { bets: 0, staked: 0n, paid: 0n },
    ),
  }
}

interface ListedRow {
  readonly id: string
  readonly coin: string
  readonly decimals: number
  readonly stake: string
  readonly steps: readonly TakenPart[]
}

function listedOf({ id, coin, decimals, stake, steps }: ListedRow, player: ShownPlayer): CrashListedBet {
  const units = BigInt(stake)
  const taken = steps.filter(({ by }) => by !== 'refund')
  const last = taken.at(-1)
  return {
    id: String(id),
    ...player,
    coin,
    stake: toDecimal(units, decimals),
    cashedAt: last ? last.point / 100 : null,
    payout: toDecimal(payoutOf(units, crashPartsMultiplier(taken)), decimals),
  }
}

/** The newest first. */
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
