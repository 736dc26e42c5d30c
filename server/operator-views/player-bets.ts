import { sql } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import type { listPlayerBets, PlayerBet } from '#contract/operator/players.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { requireAccount } from './require-account.ts'

const PER_PAGE = 50
const CURSOR = /^(\d{1,18})-(\d{1,18})$/
/** Decimals of multipliers in the database. */
const MULTIPLIER_DECIMALS = 4

interface Row {
  readonly id: string
  readonly game: string
  readonly provider: string | null
  readonly at: Date
  readonly coin: string
  readonly decimals: number
  readonly stake: string
  readonly payout: string
  readonly multiplier: string | null
  /** Place among the player's own bets, or among the rounds of providers. */
  readonly place: string
}

/** Bets on Koi's own games and rounds of providers, each list by its own index. @throws Refusal `not_found` */
export async function listBets(
  db: Database,
  uid: number,
  after: string | undefined,
): Promise<DataOf<typeof listPlayerBets>> {
  await requireAccount(db, uid)
  const bucket = bucketOf(uid)
  const [, bet, round] = CURSOR.exec(after ?? '') ?? []
  const { rows: own } = await sql<Row>`
    select bet.id, game, null as provider, at, coin, decimals, stake, payout, multiplier, receipts[1] as place
    from bet join coin on coin.id = bet.coin
    where bucket = ${bucket} and account_id = ${uid}
      ${bet === undefined ? sql`` : sql`and receipts[1] < ${bet}::bigint`}
    order by receipts[1] desc limit ${PER_PAGE + 1}`.execute(db)
  const { rows: others } = await sql<Row>`
    select provider_round.id, game, provider, coalesce(closed_at, opened_at) as at, coin, decimals, staked as stake,
      paid as payout, null as multiplier, provider_round.id as place
    from provider_round join coin on coin.id = provider_round.coin
    where bucket = ${bucket} and account_id = ${uid} and closed_at is not null
      ${round === undefined ? sql`` : sql`and provider_round.id < ${round}::bigint`}
    order by provider_round.id desc limit ${PER_PAGE + 1}`.execute(db)
  const { page, isMore } = merge(own, others)
  const lastOf = (isOwn: boolean) => page.findLast(({ provider }) => (provider === null) === isOwn)?.place
  return {
    bets: page.map(toPlayerBet),
    next: isMore ? `${lastOf(true) ?? bet ?? ALL}-${lastOf(false) ?? round ?? ALL}` : null,
  }
}

/** Before all rows: nothing of the list has been shown. */
const ALL = '999999999999999999'

/** The newer head of the two first. Each list keeps its own order, whatever its moments are. */
function merge(own: readonly Row[], others: readonly Row[]): { page: readonly Row[]; isMore: boolean } {
  const page: Row[] = []
  let [mine, theirs] = [0, 0]
  while (page.length < PER_PAGE) {
    const [a, b] = [own[mine], others[theirs]]
    if (a && (!b || a.at >= b.at)) {
      page.push(a)
      mine += 1
    } else if (b) {
      page.push(b)
      theirs += 1
    } else break
  }
  return { page, isMore: mine < own.length || theirs < others.length }
}

const toPlayerBet = (row: Row): PlayerBet => ({
  id: row.id,
  game: row.game,
  provider: row.provider,
  at: row.at.toISOString(),
  coin: row.coin,
  stake: toDecimal(BigInt(row.stake), row.decimals),
  payout: toDecimal(BigInt(row.payout), row.decimals),
  multiplier: row.multiplier === null ? null : toDecimal(BigInt(row.multiplier), MULTIPLIER_DECIMALS),
})
