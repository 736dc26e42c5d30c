import { sql } from 'kysely'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { readRates } from '#server/rates/rates.ts'
import { hasNothingToPay } from '#server/withdrawals/withdrawal-rows.ts'
import { isHouseAddress } from '#server/withdrawals/house-addresses.ts'
import { refuseWithdrawal } from '#server/withdrawals/refuse-withdrawal.ts'
import { isSealed } from '#server/withdrawals/withdrawal-seal.ts'
import type { WithdrawalReason } from '#server/db/withdrawal-state.ts'
import { isApproved } from './approval.ts'
import { booksDifferences, BooksTooSlowError, holdForBooks } from './check-books.ts'
import { isKnownCoin } from './signer-config.ts'
import type { CoinRules, SignerContext } from './signer-context.ts'

interface Passed {
  readonly coins: ReadonlySet<string>
  /** Withdrawals that failed, or whose books took too long. */
  readonly ids: Set<string>
  /** Withdrawals above the rest of the day's limit. */
  readonly tooLarge: Set<string>
}

export const nothingPassed = () => ({
  coins: new Set<string>(),
  ids: new Set<string>(),
  tooLarge: new Set<string>(),
})

const MOST_PASSED = 100
/** Failures after which a round stops: a silent node or large books cost time for each. */
export const MOST_FAILED = 3

/** Expired transactions after which the withdrawal goes to review. */
const MOST_TRIES = 3
const DAY_MS = 24 * 60 * 60_000

/** Backoff for a withdrawal whose books took too long; doubles each time. */
const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 15 * 60_000

/** Advisory lock: the signers of all chains share the day's limit. */
const LIMIT_LOCK = 7_305_102
const UNIT = 'usdt-tron'
const UNIT_DECIMALS = 6

/**
 * Claims the oldest queued withdrawal, approved ones first. The player cannot cancel it during the claim. Requeues claims
 * that another signer left unsigned. A withdrawal above the rest of the day's limit lets later ones pass for a day.
 * @param passed withdrawals and coins to skip in this round; is extended
 * @returns null when nothing can be claimed
 */
export async function claimWithdrawal(
  context: SignerContext,
  passed: Passed = nothingPassed(),
): Promise<WithdrawalRow | null> {
  while (passed.ids.size < MOST_FAILED) {
    try {
      const { row, isDone } = await context.db.transaction().execute((trx) => claimNext(trx, context, passed))
      if (isDone) return row
    } catch (error) {
      if (!(error instanceof BooksTooSlowError)) throw error
      passOver(context, passed, error)
    }
  }
  return null
}

/**
 * Postpones a withdrawal behind all others: its player cannot cancel it while its books are summed up. No review is
 * needed, because the check found nothing.
 */
function passOver(context: SignerContext, passed: Passed, error: BooksTooSlowError): void {
  const { refusals, resting, clock, logger } = context
  const { withdrawal } = error
  const tries = refusals.get(withdrawal) ?? 0
  passed.ids.add(withdrawal)
  refusals.delete(withdrawal)
  refusals.set(withdrawal, tries)
  const before = resting.get(withdrawal)
  const restMs = before ? Math.min(2 * before.restMs, LONGEST_REST_MS) : FIRST_REST_MS
  resting.set(withdrawal, { notBefore: clock() + restMs, restMs })
  logger.error(
    { alarm: 'withdrawal', err: error, withdrawal, restMs },
    'a withdrawal waits: its books could not be read in time',
  )
}

async function claimNext(trx: Database, context: SignerContext, passed: Passed) {
  const { sender, lease, clock, leaseMs, refusals, resting } = context
  const failed = [...refusals.keys()].join(',')
  const restingIds = [...resting].filter(([, { notBefore }]) => notBefore > clock()).map(([id]) => id)
  const passedIds = [...passed.ids, ...passed.tooLarge, ...restingIds]
  await lease.hold(trx)
  await queueAgain(trx, context)
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('chain', '=', sender.chain)
    .where('status', '=', 'queued')
    .$if(passed.coins.size > 0, (query) => query.where('coin', 'not in', [...passed.coins]))
    .$if(passedIds.length > 0, (query) => query.where('id', 'not in', passedIds))
    // Failed withdrawals come last, so that they do not block the others.
    .orderBy(sql`array_position(string_to_array(${failed}, ','), id::text) nulls first`)
    .orderBy(sql`approved_at is null`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return { row: null, isDone: true }
  const differences = await booksDifferences(trx, row)
  resting.delete(row.id)
  if (differences.length > 0) {
    await holdForBooks(trx, context, { id: row.id, differences })
    return { row: null, isDone: false }
  }
  // Check again: the address may have become one of the house since the request.
  if (await isHouseAddress(trx, row.address)) {
    const { id } = row
    await refuseWithdrawal(trx, { id, reason: 'house_address', from: [row.status], now: clock() })
    context.logger.warn({ withdrawal: id, address: row.address }, 'a withdrawal to the house is given back')
    return { row: null, isDone: false }
  }
  // Taken after the slow check of the books, because signers of other chains wait for this lock. It is the last lock, so it
  // cannot cause a deadlock.
  await sql`select pg_advisory_xact_lock(${sql.lit(LIMIT_LOCK)})`.execute(trx)
  const at = new Date(clock())
  const reason = await reviewReason(trx, context, row)
  if (reason !== null) {
    await trx
      .updateTable('withdrawal')
      .set({ status: 'review', reason, claimed_by: null, claimed_until: null, updated_at: at })
      .where('id', '=', row.id)
      .execute()
    if (reason === 'unsealed') {
      const told = { alarm: 'withdrawal', withdrawal: row.id, reason }
      context.logger.error(
        told,
        'a withdrawal is not as the server has written it: a person has to look at it',
      )
    } else context.logger.warn({ withdrawal: row.id, reason }, 'a withdrawal waits for review')
    return { row: null, isDone: false }
  }
  if (!isApproved(row, context.key) && !(await fitsIntoDay(trx, context, row))) {
    // After a day it blocks smaller ones, which would otherwise use up the limit forever.
    const isOld = clock() - row.requested_at.getTime() > DAY_MS
    passed.tooLarge.add(row.id)
    return { row: null, isDone: isOld || passed.tooLarge.size >= MOST_PASSED }
  }
  const until = sql<Date>`clock_timestamp() + ${leaseMs / 1_000} * interval '1 second'`
  await trx
    .updateTable('withdrawal')
    .set({ status: 'signing', claimed_by: lease.holder, claimed_until: until, updated_at: at })
    .where('id', '=', row.id)
    .execute()
  return { row, isDone: true }
}

/**
 * Requeues withdrawals that were claimed but not signed, because the process died or the transaction expired. While queued,
 * they do not count for the day's limit, and the player can cancel them.
 */
async function queueAgain(trx: Database, { sender, clock }: SignerContext): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({ status: 'queued', claimed_by: null, claimed_until: null, updated_at: new Date(clock()) })
    .where('chain', '=', sender.chain)
    .where('status', '=', 'signing')
    .where(hasNothingToPay)
    .execute()
}

/** Null when no review is necessary, or an operator has approved it. */
async function reviewReason(
  trx: Database,
  context: SignerContext,
  row: WithdrawalRow,
): Promise<WithdrawalReason | null> {
  const { limits, key, refusals } = context
  const isLetPass = isApproved(row, key)
  const expired = await trx
    .selectFrom('withdrawal_transaction')
    // Transactions with the same nonce count once.
    .select(sql<string>`count(distinct coalesce(nonce, -id))`.as('n'))
    .where('withdrawal_id', '=', row.id)
    .where('outcome', '=', 'expired')
    .$if(isLetPass, (query) => query.where('settled_at', '>', row.approved_at))
    .executeTakeFirst()
  if (Number(expired?.n ?? 0) >= MOST_TRIES) return 'not_confirmed'
  if ((refusals.get(row.id) ?? 0) >= MOST_TRIES) {
    refusals.delete(row.id)
    return 'unsignable'
  }
  if (isLetPass) return null
  const { coin } = row
  const { coinRules, seals } = context
  if (seals && !isSealed(seals, row)) return 'unsealed'
  const own = coinRules.limits.get(coin)
  if (coinRules.mustKnow && !isKnownCoin(coinRules, coin)) return 'no_floor'
  const asked = [{ coin, paid: paidBy(row) }]
  const sent = await worthOf(trx, coinRules, asked)
  if (sent > limits.perDay || (own && paidBy(row) > own.perDay)) return 'above_day_limit'
  const unseen = await unseenWithin24Hours(trx, context, row)
  const isLarge = unseen.some((each) => {
    const ofCoin = each.filter((one) => one.coin === coin).reduce((sum, { paid }) => sum + paid, paidBy(row))
    return own !== undefined && ofCoin >= own.reviewFrom
  })
  if (isLarge) return 'large'
  for (const each of unseen) {
    if (sent + (await worthOf(trx, coinRules, each)) >= limits.reviewFrom) return 'large'
  }
  return null
}

interface Paid {
  readonly coin: string
  readonly paid: bigint
}

const paidBy = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>) => BigInt(amount) - BigInt(fee)

/**
 * Payments without review in the last 24 hours, including older ones that wait: to the same player, and to the same
 * address. This prevents a player from splitting a large withdrawal to avoid the review.
 */
async function unseenWithin24Hours(
  trx: Database,
  { key, clock }: SignerContext,
  { id, account_id, address }: WithdrawalRow,
): Promise<readonly (readonly Paid[])[]> {
  const since = new Date(clock() - DAY_MS)
  const rows = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '<>', id)
    .where((where) => where.or([where('account_id', '=', account_id), where('address', '=', address)]))
    .where((where) =>
      where.or([
        where('status', '=', 'signing'),
        where.and([
          where('status', 'in', ['signed', 'broadcast', 'confirmed']),
          where('signed_at', '>', since),
        ]),
        where.and([where('status', '=', 'queued'), where('id', '<', id), where('requested_at', '>', since)]),
      ]),
    )
    .execute()
  const unseen = rows.filter((each) => !isApproved(each, key))
  const paidOf = (of: readonly WithdrawalRow[]) => of.map((each) => ({ coin: each.coin, paid: paidBy(each) }))
  return [
    paidOf(unseen.filter((each) => each.account_id === account_id)),
    paidOf(unseen.filter((each) => each.address === address)),
  ]
}

/** Checks the limit of the last 24 hours, over all chains. */
async function fitsIntoDay(
  trx: Database,
  { limits, coinRules, clock, journal }: SignerContext,
  row: WithdrawalRow,
): Promise<boolean> {
  const { id, coin } = row
  const since = clock() - DAY_MS
  const signed = await trx
    .selectFrom('withdrawal')
    .select(['coin', sql<string>`sum(amount - fee)`.as('paid')])
    .where((where) =>
      where.or([
        where.and([
          where('status', 'in', ['signed', 'broadcast', 'confirmed']),
          where('signed_at', '>', new Date(since)),
        ]),
        // A withdrawal claimed by another signer has no `signed_at` yet.
        where.and([
          where('status', '=', 'signing'),
          where('claimed_until', '>', sql<Date>`clock_timestamp()`),
        ]),
      ]),
    )
    .where('id', '<>', id)
    .groupBy('coin')
    .execute()
  const asked = { coin, paid: paidBy(row) }
  const inDatabase = signed.map((each) => ({ coin: each.coin, paid: BigInt(each.paid) }))
  const own = coinRules.limits.get(coin)
  // The journal counts, too: somebody may have changed the database.
  for (const sums of [inDatabase, journal.signedSince(since)]) {
    const all = [...sums, asked]
    const ofCoin = all.filter((each) => each.coin === coin).reduce((sum, { paid }) => sum + paid, 0n)
    if (own && ofCoin > own.perDay) return false
    if ((await worthOf(trx, coinRules, all)) > limits.perDay) return false
  }
  return true
}

/**
 * Total value in the smallest unit of USDT, which counts as a dollar. Uses the signer's floor prices where those in the
 * database are lower, and the signer's decimals, because somebody may have changed the database.
 */
async function worthOf(
  trx: Database,
  { floors, decimals }: CoinRules,
  amounts: readonly Paid[],
): Promise<bigint> {
  const coins = [...new Set(amounts.map(({ coin }) => coin))].filter((coin) => coin !== UNIT)
  const rates = coins.length === 0 ? new Map<string, Rate>() : await readRates(trx, coins)
  return amounts.reduce((sum, { coin, paid }) => {
    if (coin === UNIT) return sum + paid
    const rate = rates.get(coin)
    const kept = decimals.get(coin)
    if (!rate || kept === undefined) throw new Error(`There is no coin ${coin}`)
    const floor = floors.get(coin) ?? 0n
    const priceUsd = rate.priceUsd > floor ? rate.priceUsd : floor
    return sum + usdOf(paid, { ...rate, priceUsd, decimals: kept }, UNIT_DECIMALS)
  }, 0n)
}
