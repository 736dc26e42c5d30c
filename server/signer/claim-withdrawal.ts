import { sql } from 'kysely'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { isKnownCoin } from '#server/config/coin-rules.ts'
import { hasNothingToPay, isNothingOwed } from '#server/withdrawals/withdrawal-rows.ts'
import { isHouseAddress } from '#server/withdrawals/house-addresses.ts'
import { refuseWithdrawal } from '#server/withdrawals/refuse-withdrawal.ts'
import { isSealed } from '#server/withdrawals/withdrawal-seal.ts'
import type { WithdrawalReason } from '#server/db/withdrawal-state.ts'
import { isApproved } from './approval.ts'
import { booksDifferences, BooksTooSlowError, holdForBooks } from './check-books.ts'
import type { SignerContext } from './signer-context.ts'
import { worthOf, type Paid } from './worth.ts'

interface Passed {
  readonly coins: ReadonlySet<string>
  /** Withdrawals that failed, or whose books took too long. */
  readonly ids: Set<string>
  readonly tooLarge: Set<string>
}

export const nothingPassed = () => ({
  coins: new Set<string>(),
  ids: new Set<string>(),
  tooLarge: new Set<string>(),
})

const MOST_PASSED = 100
/**
 * Failures that one round tolerates: a node that does not answer, or slow books, take their time for each withdrawal.
 */
export const MOST_FAILED = 3

const MOST_TRIES = 3
const DAY_MS = 24 * 60 * 60_000

/** First delay after slow books; it doubles with each repetition. */
const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 15 * 60_000

/** Serializes the check of the daily limit between the signers of all chains. */
const LIMIT_LOCK = 7_305_102

/**
 * Claims the oldest waiting withdrawal, approved ones first; the player cannot cancel it while the claim lasts.
 * Withdrawals that an earlier signer left unsigned wait again. One above the rest of the daily limit lets later ones
 * pass for a day. Null if no withdrawal waits.
 * @param passed withdrawals to skip in this round; the function adds to it
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
 * Retries the withdrawal after a delay and after all others: while its books are read, its player cannot cancel it.
 * Slow books are no contradiction, so nobody reviews it.
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
    .where(isNothingOwed)
    // A withdrawal that cannot be signed must not block the others.
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
  // Checked again: the address may have become the house's own since the request.
  if (await isHouseAddress(trx, row.address)) {
    const { id } = row
    await refuseWithdrawal(trx, { id, reason: 'house_address', from: [row.status], now: clock() })
    context.logger.warn(
      { withdrawal: id, address: row.address },
      'a withdrawal to an address of the house is refused, and its money returned',
    )
    return { row: null, isDone: false }
  }
  // After the slow check of the books: signers of other chains would wait for this lock. It is the last lock, so that
  // no holder waits for another one.
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
      context.logger.error(told, 'a withdrawal lacks the server’s seal: an operator must review it')
    } else context.logger.warn({ withdrawal: row.id, reason }, 'a withdrawal waits for review')
    return { row: null, isDone: false }
  }
  if (!isApproved(row, context.key) && !(await fitsIntoDay(trx, context, row))) {
    // After a day it blocks later ones, so that smaller ones do not use up the limit for ever.
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
 * Requeues claims of this chain's signers that are not signed: their process is gone, or the transaction was never
 * mined. Until it is claimed again it does not count for the daily limit, and the player can cancel it.
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

/** Null if it needs no review, or an operator approved it. */
async function reviewReason(
  trx: Database,
  context: SignerContext,
  row: WithdrawalRow,
): Promise<WithdrawalReason | null> {
  const { limits, key, refusals } = context
  const isLetPass = isApproved(row, key)
  const expired = await trx
    .selectFrom('withdrawal_transaction')
    // Counts nonces: only one transaction per nonce could have paid.
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

const paidBy = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>) => BigInt(amount) - BigInt(fee)

/**
 * Unreviewed payments of the last 24 hours, and waiting ones before this, to the same player and to the same address:
 * many small withdrawals must not bypass the review of a large one.
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

/** Counts everything that was signed in the last 24 hours, on all chains. */
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
        // Claims of other chains' signers have no time of signing yet.
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
  // The signer's own journal counts too, in case the database shows less.
  for (const sums of [inDatabase, journal.signedSince(since)]) {
    const all = [...sums, asked]
    const ofCoin = all.filter((each) => each.coin === coin).reduce((sum, { paid }) => sum + paid, 0n)
    if (own && ofCoin > own.perDay) return false
    if ((await worthOf(trx, coinRules, all)) > limits.perDay) return false
  }
  return true
}
