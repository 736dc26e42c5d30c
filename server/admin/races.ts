import { sql } from 'kysely'
import * as v from 'valibot'
import { dayOf } from '#fair/seal.ts'
import { RACE_SHARES_BPS, racePrize, WEEK_MS, weekOf } from '#rules/rewards/race.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readRaceState } from '#server/rewards/race.queries.ts'
import { coinOfRewards } from '#server/rewards/rewards.queries.ts'
import { readAs, type OperatorCall, type Verbs } from './operator-call.ts'

const LISTED = 52

interface Place {
  readonly player: number
  /** House edge in 10⁻⁸ dollars. */
  readonly points: bigint
  /** In the smallest unit of the coin. */
  readonly prize: bigint
}

interface ShownRace {
  readonly week: string
  readonly state: 'running' | 'ended' | 'closed'
  readonly entries: number
  readonly points: bigint
  /** Dollars in 10⁻⁸. */
  readonly pool: bigint
  readonly coin: { readonly id: string; readonly decimals: number }
  /** Players whom a prize goes to, the first one first. */
  readonly places: readonly Place[]
}

/** Nobody takes a player out of a race or changes a prize: the rules that are shown to players decide alone. */
export const RACES: Verbs = {
  list: {
    isChange: false,
    async ask(call) {
      const closed = await readClosed(call.db)
      const known = new Set(closed.map(({ week }) => week))
      const open = await Promise.all(
        [weekOf(call.now), weekOf(call.now) - WEEK_MS]
          .filter((week) => !known.has(dayOf(week)))
          .map((week) => readOpen(call, week)),
      )
      const races = [...open.filter(({ entries, state }) => state === 'running' || entries > 0), ...closed]
      return Promise.all(
        races.map(async ({ week, state, entries, points, pool, coin, places }) => {
          const paid = await readPaid(call.db, week, places)
          const sum = (amounts: readonly bigint[]) =>
            toDecimal(
              amounts.reduce((all, each) => all + each, 0n),
              coin.decimals,
            )
          return {
            week,
            state,
            entries,
            points: toDecimal(points, DOLLAR_DECIMALS),
            poolUsd: toDecimal(pool, DOLLAR_DECIMALS),
            coin: coin.id,
            prizes: sum(places.map(({ prize }) => prize)),
            paid: sum([...paid.values()].map(({ amount }) => amount)),
            paidPlayers: paid.size,
          }
        }),
      )
    },
  },

  /** The week with this day, or the one that runs. */
  show: {
    isChange: false,
    async ask(call) {
      const word = call.words[0]
      const day = word === undefined ? call.now : Date.parse(readAs(DaySchema, word))
      const week = dayOf(weekOf(day))
      const race =
        (await readClosed(call.db, week))[0] ??
        (weekOf(call.now) - weekOf(day) <= WEEK_MS && day <= call.now
          ? await readOpen(call, weekOf(day))
          : undefined)
      if (!race) throw new StartupError(`There was no race in the week of ${week}.`)
      const paid = await readPaid(call.db, week, race.places)
      return race.places.map(({ player, points, prize }, index) => ({
        week,
        state: race.state,
        rank: index + 1,
        player,
        points: toDecimal(points, DOLLAR_DECIMALS),
        prize: toDecimal(prize, race.coin.decimals),
        coin: race.coin.id,
        paidAt: paid.get(player)?.at.toISOString() ?? null,
      }))
    },
  },
}

const DaySchema = v.pipe(v.string(), v.isoDate('Name a day such as 2026-11-30'))

async function readClosed(db: Database, week?: string): Promise<ShownRace[]> {
  const rows = await db
    .selectFrom('race')
    .innerJoin('coin', 'coin.id', 'race.coin')
    .select([sql<string>`race.week::text`.as('week'), 'entries', 'points', 'pool_bps', 'winners'])
    .select(['coin.id as coin', 'coin.decimals'])
    .$if(week !== undefined, (query) => query.where(sql<boolean>`race.week = ${week ?? ''}::date`))
    .orderBy('race.week', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map((row) => ({
    week: row.week,
    state: 'closed',
    entries: row.entries,
    points: BigInt(row.points),
    pool: (BigInt(row.points) * BigInt(row.pool_bps)) / 10_000n,
    coin: { id: row.coin, decimals: row.decimals },
    places: row.winners.map(({ player, points, prize }) => ({
      player,
      points: BigInt(points),
      prize: BigInt(prize),
    })),
  }))
}

/** As it would end now. */
async function readOpen({ db, rewards, now }: OperatorCall, week: number): Promise<ShownRace> {
  const { entries, standings, pool } = await readRaceState(db, rewards, week)
  const coin = await coinOfRewards(db, rewards)
  return {
    week: dayOf(week),
    state: week === weekOf(now) ? 'running' : 'ended',
    entries,
    points: standings.reduce((sum, { points }) => sum + points, 0n),
    pool,
    coin,
    places: standings.slice(0, RACE_SHARES_BPS.length).map(({ player, points }, index) => ({
      player,
      points,
      prize: unitsOfDollars(racePrize(index + 1, { points, pool }, rewards), coin.decimals),
    })),
  }
}

interface Paid {
  readonly amount: bigint
  readonly at: Date
}

/** By player. */
async function readPaid(
  db: Database,
  week: string,
  places: readonly Place[],
): Promise<ReadonlyMap<number, Paid>> {
  const players = places.map(({ player }) => player)
  const rows = await db
    .selectFrom('reward')
    .select(['account_id', 'amount', 'at'])
    .where(sql<boolean>`bucket = any(${[...new Set(players.map(bucketOf))]}::smallint[])`)
    .where(sql<boolean>`account_id = any(${players}::integer[])`)
    .where('kind', '=', 'race-prize')
    .where('key', '=', week)
    .execute()
  return new Map(rows.map(({ account_id, amount, at }) => [account_id, { amount: BigInt(amount), at }]))
}
