import { Refusal } from '#server/base/refusal.ts'
import { CONFIRMATIONS } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import { LedgerError, type LedgerErrorCode } from '#server/ledger/ledger-error.ts'
import { creditDeposit } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import type { Logger } from '#server/base/logger.ts'
import { priceText, usdOf } from '#server/coins/convert-at.ts'
import type { Rates } from '#server/rates/rates.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { depositedCents } from './deposited-cents.ts'

/** After so long without a fresh price, a deposit is credited in the coin that arrived. */
const MAX_PRICE_WAIT_MS = 15 * 60_000
const BATCH = 500
const TOO_LARGE: ReadonlySet<LedgerErrorCode> = new Set(['balance_overflow', 'invalid_amount'])
const MAX_CENTS = 2n ** 63n - 1n

export interface CreditedDeposit {
  readonly id: string
  readonly player: number
  /** The credited amount, in the coin's smallest unit. */
  readonly coin: string
  readonly amount: bigint
  readonly usdCents: bigint
}

export interface CreditOptions {
  readonly rates: Pick<Rates, 'convert'>
  readonly logger: Pick<Logger, 'error'>
  readonly onCredited?: (trx: Database, deposit: CreditedDeposit, now: number) => Promise<void>
}

interface DueOptions extends CreditOptions {
  readonly headBlock: number
  readonly now: number
  /** Defaults to that of TRON. */
  readonly confirmations?: number
}

/**
 * Credits every final deposit with enough confirmations, each in its own transaction, and returns their number. Safe to
 * interrupt: the status changes in the transaction that moves the money, and the ledger accepts its key only once.
 * @throws AggregateError after all others are credited, when the ledger refused deposits
 */
export async function creditDue(
  db: Database,
  chain: string,
  { headBlock, now, confirmations = CONFIRMATIONS, ...options }: DueOptions,
): Promise<number> {
  let credited = 0
  let after = '0'
  const refused: LedgerError[] = []
  for (;;) {
    const due = await db
      .selectFrom('deposit')
      .select('id')
      .where('chain', '=', chain)
      .where('status', '=', 'confirmed')
      .where('block', '<=', String(headBlock - confirmations))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of due) {
      try {
        if (await repeatConflicts(() => creditOne(db, id, now, options))) credited += 1
      } catch (error) {
        // One refused deposit must not block the others.
        if (!(error instanceof LedgerError)) throw error
        if (TOO_LARGE.has(error.code)) await holdTooLarge(db, id, { error, now, logger: options.logger })
        else refused.push(error)
      }
    }
    const last = due.at(-1)
    if (last && due.length === BATCH) {
      after = last.id
      continue
    }
    if (refused.length > 0) throw new AggregateError(refused, 'The ledger refused deposits')
    return credited
  }
}

/** Ignores refused deposits here: the call at the end of the round reports them. */
export async function ignoreRefusedDeposits(credit: () => Promise<unknown>): Promise<void> {
  await credit().catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error
  })
}

/** Ends a deposit that cannot be credited, so that it does not return in each round. */
async function holdTooLarge(
  db: Database,
  id: string,
  {
    error,
    now,
    logger,
  }: { readonly error: LedgerError; readonly now: number; readonly logger: CreditOptions['logger'] },
): Promise<void> {
  const at = new Date(now)
  await db
    .updateTable('deposit')
    .set({ status: 'too_large', settled_at: at, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .execute()
  logger.error(
    { alarm: 'deposit', deposit: id, err: error },
    'a deposit is too large and waits for the operator',
  )
}

function creditOne(
  db: Database,
  id: string,
  now: number,
  { rates, logger, onCredited }: CreditOptions,
): Promise<boolean> {
  const at = new Date(now)
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('deposit')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.coin === null || row.log_index === null) return false
    const account = await trx
      .selectFrom('account')
      .select('closed_at')
      .where('id', '=', row.account_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const settled = trx.updateTable('deposit').where('id', '=', id)
    if (account.closed_at !== null) {
      await settled.set({ status: 'account_closed', settled_at: at, updated_at: at }).execute()
      logger.error({ alarm: 'deposit', deposit: id, txId: row.tx_id }, 'a deposit came for a closed account')
      return false
    }
    const paid = { player: row.account_id, coin: row.coin, amount: BigInt(row.amount) }
    const rate = await rateOf(trx, rates, {
      ...paid,
      receives: row.receive_coin,
      hasWaited: now - row.updated_at.getTime() > MAX_PRICE_WAIT_MS,
    })
    if (!rate) return false
    const { coin, conversion } = rate
    const usdCents = usdOf(paid.amount, conversion.from)
    if (usdCents > MAX_CENTS) throw new LedgerError('invalid_amount', `${usdCents} cents cannot be kept`)
    const isOverLimit = await isAboveLimit(trx, paid.player, usdCents, now)
    const transfer = { chain: row.chain, txId: row.tx_id, logIndex: row.log_index }
    const credited = { coin, amount: conversion.amount }
    await postTransaction(trx, creditDeposit({ ...paid, transfer, credited }), now)
    await settled
      .set({
        status: 'credited',
        receive_coin: coin,
        settled_at: at,
        updated_at: at,
        credited_amount: `${conversion.amount}`,
        credited_price_usd: priceText(conversion.to),
        paid_price_usd: priceText(conversion.from),
        usd_cents: `${usdCents}`,
        is_over_limit: isOverLimit,
      })
      .execute()
    await onCredited?.(trx, { id, player: paid.player, ...credited, usdCents }, now)
    return true
  })
}

interface Asked {
  readonly coin: string
  readonly amount: bigint
  readonly receives: string
  readonly hasWaited: boolean
}

/** Null while there is no fresh price. After a while, or if the amount would become 0, keeps the coin that arrived. */
async function rateOf(
  trx: Database,
  rates: CreditOptions['rates'],
  { coin, amount, receives, hasWaited }: Asked,
) {
  try {
    const conversion = await rates.convert(trx, { amount, from: coin, to: receives })
    if (conversion.amount > 0n) return { coin: receives, conversion }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!hasWaited) return null
  }
  return { coin, conversion: await rates.convert(trx, { amount, from: coin, to: coin }) }
}

/** A transfer on a chain cannot be refused. Above the limit it is credited, counted and reported to the player. */
async function isAboveLimit(trx: Database, uid: number, cents: bigint, now: number): Promise<boolean> {
  try {
    await assertWithinLimits(trx, uid, 'deposit', cents, await depositedCents(trx, uid, now))
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'limit_reached') return true
    throw error
  }
}
