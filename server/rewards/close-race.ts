import { sql } from 'kysely'
import { dayOf } from '#fair/seal.ts'
import { shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { RACE_SHARES_BPS, racePrize, WEEK_MS, weekOf } from '#rules/rewards/race.ts'
import { attemptEach } from '#server/base/attempt-each.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database, RaceWinnerRow } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { giveReward } from './give-reward.ts'
import { countEntries, readStandings } from './race-standings.ts'
import { coinOfRewards } from './rewards.queries.ts'

/** Bets of the last moment are settled by then, also by a process whose clock is behind. */
const GRACE_MS = 5 * 60_000
/** Weeks that are closed late, oldest first: the days of play that they need are kept for 35 days. */
const WEEKS_CLOSED = 4
/** Races whose prizes are looked for: a server may have been down for weeks. */
const RACES_LOOKED_AT = 8

type Terms = Pick<RewardsConfig, 'coin' | 'raceDayCap' | 'racePoolBps' | 'racePrizeMostBps'>

/**
 * Closes the race of last week, and earlier ones that no process was up to close, and pays what is unpaid. It can be
 * stopped at any point and be called at once by several processes: a race is closed once, and each prize is paid once.
 * @returns prizes that this call has paid
 * @throws AggregateError after all else is done: the next call tries again
 */
export async function closeRaces(db: Database, terms: Terms, now: number): Promise<number> {
  const last = weekOf(now) - WEEK_MS
  const weeks = Array.from({ length: WEEKS_CLOSED }, (_, n) => last - (WEEKS_CLOSED - 1 - n) * WEEK_MS)
  const isDue = (week: number) => now - week >= WEEK_MS + GRACE_MS
  const unclosed = await attemptEach(weeks.filter(isDue), (week) => closeRace(db, terms, week, now))
  const races = await db
    .selectFrom('race')
    .select([sql<string>`week::text`.as('week'), 'winners', 'coin', 'closed_at'])
    .orderBy('week', 'desc')
    .limit(RACES_LOOKED_AT)
    .execute()
  let paid = 0
  const prizes = races.flatMap((race) =>
    race.winners.map((winner, index) => ({ race, winner, rank: index + 1 })),
  )
  const unpaid = await attemptEach(prizes, async ({ race, winner, rank }) => {
    if (BigInt(winner.prize) > 0n && (await payPrize(db, race, winner, rank))) paid += 1
  })
  const failures = [...unclosed, ...unpaid]
  if (failures.length > 0) throw new AggregateError(failures, 'Not all of the races is closed and paid')
  return paid
}

async function closeRace(db: Database, terms: Terms, week: number, now: number): Promise<void> {
  const known = await db
    .selectFrom('race')
    .select('entries')
    .where(sql<boolean>`week = ${dayOf(week)}::date`)
    .executeTakeFirst()
  if (known) return
  const entries = await countEntries(db, week)
  if (entries === 0) return
  const standings = await readStandings(db, week, terms.raceDayCap)
  const points = standings.reduce((sum, standing) => sum + standing.points, 0n)
  const pool = shareOfEdge(points, terms.racePoolBps)
  const coin = await coinOfRewards(db, terms)
  const winners = standings.slice(0, RACE_SHARES_BPS.length).map((standing, index): RaceWinnerRow => {
    const prize = racePrize(index + 1, { points: standing.points, pool }, terms)
    return {
      player: standing.player,
      points: `${standing.points}`,
      prize: `${unitsOfDollars(prize, coin.decimals)}`,
    }
  })
  await db
    .insertInto('race')
    .values({
      week: dayOf(week),
      entries,
      points: `${points}`,
      day_cap: `${terms.raceDayCap}`,
      pool_bps: terms.racePoolBps,
      prize_most_bps: terms.racePrizeMostBps,
      winners: JSON.stringify(winners),
      coin: coin.id,
      closed_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('week').doNothing())
    .execute()
}

interface ClosedRace {
  readonly week: string
  readonly coin: string
  readonly closed_at: Date
}

/** @returns false if it was paid before, or the account is closed */
async function payPrize(
  db: Database,
  { week, coin, closed_at: at }: ClosedRace,
  { player, prize }: RaceWinnerRow,
  rank: number,
): Promise<boolean> {
  // Most were paid long ago: no account is locked each minute for that.
  if (await isPaid(db, player, week)) return false
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('closed_at')
        .where('id', '=', player)
        .forUpdate()
        .executeTakeFirst()
      if (!account || account.closed_at || (await isPaid(trx, player, week))) return false
      const amount = BigInt(prize)
      await giveReward(trx, {
        player,
        kind: 'race-prize',
        key: week,
        coin,
        amount,
        data: JSON.stringify({ week, rank }),
        now: at.getTime(),
      })
      const { decimals } = await trx
        .selectFrom('coin')
        .select('decimals')
        .where('id', '=', coin)
        .executeTakeFirstOrThrow()
      await writeMessages(trx, [
        {
          player,
          key: `race/${week}`,
          at,
          content: { kind: 'race-prize', week, rank, coin, amount: toDecimal(amount, decimals) },
        },
      ])
      return true
    }),
  )
}

async function isPaid(db: Database, player: number, week: string): Promise<boolean> {
  const reward = await db
    .selectFrom('reward')
    .select('id')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('kind', '=', 'race-prize')
    .where('key', '=', week)
    .executeTakeFirst()
  return reward !== undefined
}
