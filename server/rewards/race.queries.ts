import { sql } from 'kysely'
import type { OwnRace, Race } from '#contract/race.ts'
import { dayOf } from '#fair/seal.ts'
import { shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { RACE_SHARES_BPS, racePrize, WEEK_MS, weekOf } from '#rules/rewards/race.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { shownPlayers } from '#server/identity/shown-players.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { playersInBreak } from '#server/responsible-play/play-permission.ts'
import { countEntries, readStandings, type Standing } from './race-standings.ts'
import { coinOfRewards } from './rewards.queries.ts'

export interface RaceState {
  readonly week: number
  readonly entries: number
  readonly standings: readonly Standing[]
  readonly places: ReadonlyMap<number, number>
  readonly pool: bigint
}

/** Cost grows with all who take part: keep it for a while. */
export async function readRaceState(db: Database, terms: RewardsConfig, now: number): Promise<RaceState> {
  const week = weekOf(now)
  const standings = await readStandings(db, week, terms.raceDayCap)
  const points = standings.reduce((sum, standing) => sum + standing.points, 0n)
  return {
    week,
    standings,
    entries: await countEntries(db, week),
    places: new Map(standings.map(({ player }, index) => [player, index])),
    pool: shareOfEdge(points, terms.racePoolBps),
  }
}

interface Ranked {
  readonly player: number
  readonly points: bigint
  /** In the smallest unit of the coin. */
  readonly prize: bigint
}

/** Ranks are those of all; who is hidden or in a break is left out. */
async function listed(db: Database, ranked: readonly Ranked[], decimals: number, now: number) {
  const players = ranked.map(({ player }) => player)
  if (players.length === 0) return []
  const shown = await shownPlayers(db, players)
  const resting = await playersInBreak(db, players, now)
  return ranked.flatMap(({ player, points, prize }, index) => {
    const name = shown.get(player)
    if (!name || resting.has(player)) return []
    return {
      ...name,
      rank: index + 1,
      points: toDecimal(points, DOLLAR_DECIMALS),
      prize: toDecimal(prize, decimals),
    }
  })
}

export async function toRace(
  db: Database,
  terms: RewardsConfig,
  { week, entries, standings, pool }: RaceState,
  now: number,
): Promise<Race> {
  const coin = await coinOfRewards(db, terms)
  const leaders = standings.slice(0, RACE_SHARES_BPS.length).map(({ player, points }, index) => ({
    player,
    points,
    prize: unitsOfDollars(racePrize(index + 1, { points, pool }, terms), coin.decimals),
  }))
  const last = await db
    .selectFrom('race')
    .select('winners')
    .where(sql<boolean>`week = ${dayOf(week - WEEK_MS)}::date`)
    .executeTakeFirst()
  const winners = last?.winners.map(({ player, points, prize }) => ({
    player,
    points: BigInt(points),
    prize: BigInt(prize),
  }))
  return {
    startsAt: new Date(week).toISOString(),
    endsAt: new Date(week + WEEK_MS).toISOString(),
    coin: coin.id,
    entries,
    pool: toDecimal(unitsOfDollars(pool, coin.decimals), coin.decimals),
    sharesBps: [...RACE_SHARES_BPS],
    poolBps: terms.racePoolBps,
    prizeMostBps: terms.racePrizeMostBps,
    dayCapUsd: toDecimal(terms.raceDayCap, DOLLAR_DECIMALS),
    leaders: await listed(db, leaders, coin.decimals, now),
    last: winners
      ? {
          startsAt: new Date(week - WEEK_MS).toISOString(),
          leaders: await listed(db, winners, coin.decimals, now),
        }
      : null,
  }
}

export async function toOwnRace(
  db: Database,
  terms: RewardsConfig,
  { week, standings, places, pool }: RaceState,
  player: number,
): Promise<OwnRace> {
  const coin = await coinOfRewards(db, terms)
  const entry = await db
    .selectFrom('race_entry')
    .select('joined_at')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where(sql<boolean>`week = ${dayOf(week)}::date`)
    .executeTakeFirst()
  const place = entry && places.get(player)
  const points = place === undefined ? 0n : (standings[place]?.points ?? 0n)
  const prize = place === undefined ? 0n : racePrize(place + 1, { points, pool }, terms)
  return {
    isJoined: entry !== undefined,
    rank: place === undefined ? null : place + 1,
    points: toDecimal(points, DOLLAR_DECIMALS),
    prize: toDecimal(unitsOfDollars(prize, coin.decimals), coin.decimals),
  }
}

/** Joining again changes nothing; leaving gives up the points of the week. */
export async function setRaceEntry(
  db: Database,
  { player, isJoined, now }: { readonly player: number; readonly isJoined: boolean; readonly now: number },
): Promise<void> {
  const entry = { bucket: bucketOf(player), account_id: player, week: dayOf(weekOf(now)) }
  if (isJoined) {
    await db
      .insertInto('race_entry')
      .values({ ...entry, joined_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  await db
    .deleteFrom('race_entry')
    .where('bucket', '=', entry.bucket)
    .where('account_id', '=', player)
    .where(sql<boolean>`week = ${entry.week}::date`)
    .execute()
}
