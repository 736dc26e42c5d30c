import { sql } from 'kysely'
import { LIST_LENGTH, type GamePlay, type Leader, type Period, type TopWin } from '#contract/public-play.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { HIDDEN_PLAYER, shownPlayers } from '#server/identity/shown-players.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
/** Slug of the only game with shared rounds. */
const CRASH = 'crash'
const MINUTE_MS = 60_000
const DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7 }
const IN_ONE = 10_000

export interface LeaderRow {
  readonly player: number
  readonly edge: string
  readonly staked: string
  readonly paid: string
  readonly bets: string
}

/** More than a list has: hidden players are left out when it is shown. */
const LEADERS_READ = 5 * LIST_LENGTH

/** Cost grows with players and days, not with bets. */
export async function readLeaders(db: Database, period: Period, now: number): Promise<LeaderRow[]> {
  const { rows } = await sql<LeaderRow>`
    select account_id as player, sum(edge)::text as edge, sum(staked)::text as staked, sum(paid)::text as paid,
      sum(bets)::text as bets
    from play_day
    where bucket = any(${ALL_BUCKETS}::smallint[]) and day = any(${daysOf(period, now)}::date[])
    group by account_id
    order by sum(edge) desc, account_id
    limit ${LEADERS_READ}`.execute(db)
  return rows
}

export interface WinRow {
  readonly id: string
  readonly player: number
  readonly game: string
  readonly coin: string
  readonly decimals: number
  readonly at: Date
  readonly stake: string
  readonly multiplier: string
  readonly payout: string
  readonly won: string
}

/**
 * The table has only the largest wins of each bucket, game and day.
 * @param game undefined for all games
 */
export async function readTopWins(
  db: Database,
  period: Period,
  now: number,
  game?: string,
): Promise<WinRow[]> {
  const { rows } = await sql<WinRow>`
    select bet_id as id, account_id as player, game, win.coin, coin.decimals, at, stake, multiplier, payout, won
    from top_win win join coin on coin.id = win.coin
    where bucket = any(${ALL_BUCKETS}::smallint[]) and day = any(${daysOf(period, now)}::date[])
      ${game === undefined ? sql`` : sql`and game = ${game}`}
    order by won desc, at, bet_id
    limit ${game === undefined ? LIST_LENGTH : 1}`.execute(db)
  return rows
}

/** A win is told in the lobby from ten times the stake, or 100 dollars above it. */
const BIG_MULTIPLIER = 10 * IN_ONE
const CENT = 10n ** BigInt(DOLLAR_DECIMALS - 2)
const BIG_WON = 10_000n * CENT

/**
 * The newest big wins of each game, as many as a list has, newest first. The table has only the largest ones of each
 * bucket, game and day.
 */
export async function readBigWins(db: Database, now: number): Promise<WinRow[]> {
  const { rows } = await sql<WinRow>`
    select bet_id as id, account_id as player, game, big.coin, coin.decimals, at, stake, multiplier, payout, won
    from (
      select *, row_number() over (partition by game order by at desc, bet_id desc) as place
      from top_win
      where bucket = any(${ALL_BUCKETS}::smallint[]) and day = any(${daysOf('week', now)}::date[])
        and (multiplier >= ${BIG_MULTIPLIER} or won >= ${BIG_WON}) and won >= ${CENT}
    ) big join coin on coin.id = big.coin
    where place <= ${LIST_LENGTH}
    order by at desc, bet_id desc`.execute(db)
  return rows
}

export interface GameBets {
  readonly game: string
  readonly bets: number
}

/** Bets of the last week, most played first. */
export async function readPopularGames(db: Database, now: number): Promise<GameBets[]> {
  return (await readHours(db, startOfDay(now) - (DAYS.week - 1) * DAY_MS)).toSorted((a, b) => b.bets - a.bets)
}

const POPULAR_KEPT_MS = 30_000

export function createPopularGames(db: Database, clock: Clock): () => Promise<readonly GameBets[]> {
  const cache = createAnswerCache<readonly GameBets[]>(clock, POPULAR_KEPT_MS)
  return () => cache.get('games', () => readPopularGames(db, clock()))
}

/** @throws Refusal `not_found` */
export async function readGamePlay(
  db: Database,
  slug: string,
  now: number,
): Promise<Omit<GamePlay, 'topWin'> & { readonly top: WinRow | undefined }> {
  const game = await db.selectFrom('game').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!game) throw new Refusal('not_found', 'There is no such game')
  const lastHour = now - (now % HOUR_MS) - HOUR_MS
  const [week, hours, [top], shared] = await Promise.all([
    readHours(db, startOfDay(now) - (DAYS.week - 1) * DAY_MS, slug),
    readHours(db, lastHour, slug),
    readTopWins(db, 'week', now, slug),
    slug === CRASH ? countCrashRounds(db, lastHour) : undefined,
  ])
  const lately = hours[0]?.bets ?? 0
  const minutes = (now - lastHour) / MINUTE_MS
  const perMinute = (count: number) => (count === 0 ? null : Math.round((count / minutes) * 100) / 100)
  return {
    weekBets: week[0]?.bets ?? 0,
    betsPerMinute: perMinute(lately),
    roundsPerMinute: perMinute(shared ?? lately),
    top,
  }
}

async function countCrashRounds(db: Database, from: number): Promise<number> {
  const { n } = await db
    .selectFrom('crash_round')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('ended_at', '>=', new Date(from))
    .where('status', '=', 'settled')
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function readHours(db: Database, from: number, game?: string): Promise<GameBets[]> {
  const { rows } = await sql<{ game: string; bets: string }>`
    select game, sum(bets)::text as bets from game_hour
    where bucket = any(${ALL_BUCKETS}::smallint[]) and hour >= ${new Date(from)}
      ${game === undefined ? sql`` : sql`and game = ${game}`}
    group by game order by game`.execute(db)
  return rows.map((row) => ({ game: row.game, bets: Number(row.bets) }))
}

/**
 * Without hidden players: how a sum grows from answer to answer tells which of the newest bets are part of it, so a row
 * without a name would tie them together.
 */
export async function toLeaders(db: Database, rows: readonly LeaderRow[]): Promise<Leader[]> {
  const shown = await shownPlayers(
    db,
    rows.map(({ player }) => player),
  )
  const dollars = (units: string) => toDecimal(BigInt(units), DOLLAR_DECIMALS)
  const leaders = rows.flatMap(({ player, edge, staked, paid, bets }) => {
    const leader = shown.get(player)
    if (!leader) return []
    return [
      {
        ...leader,
        edgeUsd: dollars(edge),
        stakedUsd: dollars(staked),
        paidUsd: dollars(paid),
        bets: Number(bets),
      },
    ]
  })
  return leaders.slice(0, LIST_LENGTH)
}

export async function toTopWins(db: Database, rows: readonly WinRow[]): Promise<TopWin[]> {
  const shown = await shownPlayers(
    db,
    rows.map(({ player }) => player),
  )
  return rows.map(({ id, player, game, coin, decimals, at, stake, multiplier, payout, won }) => ({
    id,
    game,
    coin,
    ...(shown.get(player) ?? HIDDEN_PLAYER),
    at: at.toISOString(),
    stake: toDecimal(BigInt(stake), decimals),
    payout: toDecimal(BigInt(payout), decimals),
    multiplier: Number(multiplier) / IN_ONE,
    wonUsd: toDecimal(BigInt(won), DOLLAR_DECIMALS),
  }))
}

function daysOf(period: Period, now: number): string[] {
  return Array.from({ length: DAYS[period] }, (_, back) =>
    new Date(startOfDay(now) - back * DAY_MS).toISOString().slice(0, 10),
  )
}

const startOfDay = (now: number) => now - (now % DAY_MS)

const KEPT_MS = 35 * DAY_MS

export async function deleteOldSums(db: Database, now: number): Promise<void> {
  const before = new Date(startOfDay(now) - KEPT_MS)
  for (const bucket of ALL_BUCKETS) {
    await db.deleteFrom('play_day').where('bucket', '=', bucket).where('day', '<', before).execute()
    await db.deleteFrom('top_win').where('bucket', '=', bucket).where('day', '<', before).execute()
    await db.deleteFrom('game_hour').where('bucket', '=', bucket).where('hour', '<', before).execute()
  }
}
