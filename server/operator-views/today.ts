import { sql } from 'kysely'
import type { Today } from '#contract/operator/today.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import { listCoinNames } from '#server/coins/coins.queries.ts'
import { usdAt } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { readAlarms } from '#server/jobs/kept-alarms.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { owedIn, readTotals } from '#server/ledger/balances.ts'
import { readRates } from '#server/rates/rates.ts'
import { countOpenProposals } from './open-proposals.ts'
import { readOwnHours, readProviderHours, type PlaySum } from './play-sums.ts'
import type { ViewServices } from './view-services.ts'

const CENTS = 2
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const HOURS = 24

/** Sums that are read from few rows, and those whose cost grows with players or with calls of providers. */
const [KEPT_MS, SUMS_KEPT_MS] = [3_000, 30_000]

type Services = Pick<ViewServices, 'db' | 'reads' | 'clock' | 'ledger' | 'reserves'>

/** All operators share one answer for some seconds. */
export function createToday(services: Services): () => Promise<Today> {
  const { reads, clock } = services
  const answers = createAnswerCache<Today>(clock, KEPT_MS)
  const slow = createAnswerCache<SlowSums>(clock, SUMS_KEPT_MS)
  const readSlow = () => slow.get('sums', () => readSlowSums(reads.forSums(), clock()))
  return () => answers.get('today', async () => readToday(services, await readSlow()))
}

interface SlowSums {
  readonly providers: readonly PlaySum[]
  readonly active: number
  readonly liabilities: Omit<Today['liabilities'][number], 'held'>[]
}

async function readSlowSums(db: Database, now: number): Promise<SlowSums> {
  const totals = await readTotals(db)
  const coins = await listCoinNames(db)
  return {
    providers: await readProviderHours(db, firstHour(now)),
    active: await countActive(db, now),
    liabilities: coins
      .map(({ id, symbol, network, decimals }) => ({
        coin: id,
        symbol,
        network,
        owed: owedIn(totals, id),
        decimals,
      }))
      .filter(({ owed }) => owed > 0n)
      .map(({ decimals, owed, ...coin }) => ({ ...coin, owed: toDecimal(owed, decimals) })),
  }
}

const startOfDay = (now: number) => now - (now % DAY_MS)
/** The day may have begun before, or after. */
const firstHour = (now: number) => Math.min(startOfDay(now), now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS)

async function readToday({ db, clock, ledger, reserves }: Services, slow: SlowSums): Promise<Today> {
  const now = clock()
  const day = startOfDay(now)
  const hours = [...(await readOwnHours(db, firstHour(now))), ...slow.providers]
  const { deposits, withdrawals } = await readPayments(db, day)
  const { at: _, ...bets } = shown(
    hours.filter(({ hour }) => hour.getTime() >= day),
    day,
  )
  const held = reserves?.reserves()?.coins ?? []
  return {
    at: new Date(now).toISOString(),
    bets,
    hours: Array.from({ length: HOURS }, (_hour, n) => {
      const from = now - (now % HOUR_MS) - (HOURS - 1 - n) * HOUR_MS
      const { at, count, ...sums } = shown(
        hours.filter(({ hour }) => hour.getTime() === from),
        from,
      )
      return { from: at, bets: count, ...sums }
    }),
    players: { active: slow.active, registered: await countRegistered(db, day) },
    deposits,
    withdrawals,
    liabilities: slow.liabilities.map((each) => ({
      ...each,
      held: held.find(({ coin, isOnChain }) => coin === each.coin && isOnChain)?.held ?? null,
    })),
    ledger: ledger?.health() ?? null,
    seal: await readNewestSeal(db),
    proposals: await countOpenProposals(db, now),
    alarms: await newestAlarms(db, now),
  }
}

function shown(sums: readonly PlaySum[], from: number) {
  const of = (figure: (sum: PlaySum) => bigint) => sums.reduce((all, each) => all + figure(each), 0n)
  const atLeastZero = (units: bigint) => toDecimal(units < 0n ? 0n : units, DOLLAR_DECIMALS)
  return {
    at: new Date(from).toISOString(),
    // Providers may roll back today what they called for before.
    count: Math.max(
      0,
      sums.reduce((all, { bets }) => all + bets, 0),
    ),
    stakedUsd: atLeastZero(of(({ staked }) => staked)),
    edgeUsd: atLeastZero(of(({ edge }) => edge)),
    resultUsd: toDecimal(
      of(({ staked, paid }) => staked - paid),
      DOLLAR_DECIMALS,
    ),
  }
}

/** Players of Koi's own games. */
async function countActive(db: Database, now: number): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*)::text as n from play_day
    where bucket = any(${ALL_BUCKETS}::smallint[]) and day = ${new Date(startOfDay(now)).toISOString().slice(0, 10)}::date`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}

async function countRegistered(db: Database, day: number): Promise<number> {
  const { n } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('created_at', '>=', new Date(day))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Deposits at the prices when they came, withdrawals at the last ones. */
async function readPayments(db: Database, day: number): Promise<Pick<Today, 'deposits' | 'withdrawals'>> {
  const from = new Date(day)
  const came = await db
    .selectFrom('deposit')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .select(sql<string>`coalesce(sum(usd_cents), 0)::text`.as('cents'))
    .where('status', '=', 'credited')
    .where('settled_at', '>=', from)
    .executeTakeFirstOrThrow()
  const went = await db
    .selectFrom('withdrawal')
    .select(['coin', sql<string>`count(*)`.as('n'), sql<string>`sum(amount)::text`.as('amount')])
    .where('status', '=', 'confirmed')
    .where('settled_at', '>=', from)
    .groupBy('coin')
    .execute()
  const { rows: open } = await sql<{ review: string; waiting: string }>`
    select count(*) filter (where status = 'review')::text as review,
      count(*) filter (where status <> 'review')::text as waiting
    from withdrawal where status in ('queued', 'review', 'signing', 'signed', 'broadcast')`.execute(db)
  const rates = await readRates(db)
  const cents = went.reduce(
    (sum, { coin, amount }) => sum + usdAt(rates, { coin, amount: BigInt(amount) }),
    0n,
  )
  return {
    deposits: { count: Number(came.n), usd: toDecimal(BigInt(came.cents), CENTS) },
    withdrawals: {
      count: went.reduce((sum, { n }) => sum + Number(n), 0),
      usd: toDecimal(cents, CENTS),
      waiting: Number(open[0]?.waiting ?? 0),
      inReview: Number(open[0]?.review ?? 0),
    },
  }
}

async function readNewestSeal(db: Database): Promise<Today['seal']> {
  const { rows } = await sql<{ day: string; at: Date }>`
    select day::text as day, at from seal where text is not null and at is not null order by day desc limit 1`.execute(
    db,
  )
  const [row] = rows
  return row ? { day: row.day, at: row.at.toISOString() } : null
}

async function newestAlarms(db: Database, now: number): Promise<Today['alarms']> {
  const known = await readAlarms(db)
  return known
    .filter(({ lastAt }) => lastAt > now - DAY_MS)
    .map(({ alarm, message, firstAt, lastAt, count }) => ({
      kind: alarm,
      message,
      firstAt: new Date(firstAt).toISOString(),
      lastAt: new Date(lastAt).toISOString(),
      times: count,
    }))
}
