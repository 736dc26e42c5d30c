import { sql } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { hourOf } from '#server/play/post-plays.ts'
import { readRates, type Rates } from '#server/rates/rates.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { decide } from './provider-actions.ts'
import type { ProviderAction, ProviderAnswer, ProviderCall } from './provider-call.ts'
import { lockCall, playerOfName } from './provider-players.ts'
import {
  closeRound,
  contentHash,
  findAnywhere,
  keep,
  lockCounts,
  playableBalance,
  takenIds,
  type Performing,
} from './provider-records.ts'
import { RefusedCall } from './refused-call.ts'

export interface ProviderServices {
  readonly db: Database
  readonly clock: Clock
  readonly rates: Pick<Rates, 'isStale'>
  /** Nothing waits for it. */
  readonly onMoved?: ((player: number) => void) | undefined
}

/**
 * Performs a call once: a repetition gets the answer of the first time, and moves nothing. Wins and roll-backs are taken
 * whatever has become of the player's session, limits and breaks.
 */
export async function performCall(services: ProviderServices, call: ProviderCall): Promise<ProviderAnswer> {
  try {
    const { player, answer } = await repeatConflicts(() => inTransaction(services, call))
    if (player !== null) services.onMoved?.(player)
    return answer
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return { status: 'limit_reached', balance: await balanceOf(services.db, call) }
  }
}

const inTransaction = ({ db, ...services }: ProviderServices, call: ProviderCall) =>
  db.transaction().execute(async (trx) => {
    const player = await lockCall(trx, call)
    if (player === null) return { player, answer: { status: 'user_unknown', balance: 0n } as const }
    return { player, answer: await take(trx, { db, ...services }, player, call) }
  })

/** An amount or a sum that no column can hold. */
const isTooLarge = (error: unknown) =>
  error instanceof LedgerError
    ? error.code === 'balance_overflow' || error.code === 'invalid_amount'
    : error instanceof Error && 'code' in error && error.code === '22003'

async function balanceOf(db: Database, { provider, user, coin }: ProviderCall): Promise<bigint> {
  const player = await playerOfName(db, provider, user)
  return player === null ? 0n : playableBalance(db, player, coin)
}

/**
 * A refusal takes back what was done and is kept under the same lock: a bet that came in between would be stranded by a
 * roll-back that had not found it.
 */
async function take(
  trx: Database,
  services: ProviderServices,
  player: number,
  call: ProviderCall,
): Promise<ProviderAnswer> {
  const isOpen = !call.actions.some(isBet) || (await lockOpenPlayer(trx, player))
  await lockCounts(trx, player)
  // One action is refused before anything of it is written.
  const isBatch = call.actions.length > 1
  if (isBatch) await sql`savepoint call`.execute(trx)
  try {
    return await perform(trx, services, player, call, isOpen)
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error
    if (isBatch) await sql`rollback to savepoint call`.execute(trx)
    return keepRefusal(trx, services, player, call, error)
  }
}

const isBet = ({ type }: ProviderAction) => type === 'bet'

/** @param isOpen false if the account was closed */
async function perform(
  trx: Database,
  { clock, rates: { isStale } }: ProviderServices,
  player: number,
  call: ProviderCall,
  isOpen: boolean,
): Promise<ProviderAnswer> {
  const now = clock()
  const rate = (await readRates(trx, [call.coin])).get(call.coin)
  if (!rate) throw new RefusedCall('wrong_coin', false)
  const performing = { trx, player, call, rate, now }
  let isNew = false
  let last: ProviderAnswer | null = null
  for (const action of call.actions) {
    const known = await findAnywhere(trx, call.provider, player, action.id)
    if (known) {
      if (!known.content_hash.equals(contentHash(call, action)))
        throw new RefusedCall('altered_repeat', false)
      last = { status: known.status, balance: BigInt(known.balance) }
      if (known.status === 'ok') continue
      if (isNew) throw new RefusedCall(known.status)
      return last
    }
    if (!isOpen && isBet(action)) throw new RefusedCall('player_blocked')
    if (isBet(action) && isStale(rate.pricedAt)) {
      throw new Refusal('rate_stale', `The price of ${rate.coin} is from ${rate.pricedAt.toISOString()}`)
    }
    isNew = true
    const done = await decide(performing, action).catch((error: unknown) => {
      if (error instanceof RefusedCall) error.action = action
      throw error
    })
    const balance = await post(performing, done.money)
    await keep(performing, action, done, { status: 'ok', balance })
    last = { status: 'ok', balance }
  }
  if (call.closesRound) await closeRound(performing)
  return last ?? { status: 'ok', balance: await playableBalance(trx, player, call.coin) }
}

/** False if the account was closed. */
async function lockOpenPlayer(trx: Database, player: number): Promise<boolean> {
  try {
    await lockPlayer(trx, player)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthorized') return false
    throw error
  }
}

async function post(
  { trx, player, call, now }: Performing,
  money: LedgerTransaction | null,
): Promise<bigint> {
  if (money === null) return playableBalance(trx, player, call.coin)
  try {
    const { balances } = await postTransaction(trx, money, now)
    const own = balances.find(({ kind }) => kind === 'available')
    if (!own) throw new Error('The ledger did not tell the balance')
    return own.balance
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'insufficient_funds') throw new RefusedCall('no_funds')
    throw error
  }
}

/**
 * The refusal is kept, so that a repetition gets it again whatever has changed meanwhile. Wins and roll-backs that were
 * only in its company are not: they land when they are asked for alone.
 */
async function keepRefusal(
  trx: Database,
  { clock }: ProviderServices,
  player: number,
  call: ProviderCall,
  { status, isKept, action: refused }: RefusedCall,
): Promise<ProviderAnswer> {
  const now = clock()
  const balance = await playableBalance(trx, player, call.coin)
  const answer = { status, balance }
  if (!isKept) return answer
  const taken = await takenIds(trx, call)
  for (const action of call.actions) {
    if (taken.has(action.id) || !(isBet(action) || action === refused)) continue
    taken.add(action.id)
    const amount = action.type === 'roll-back' ? 0n : action.amount
    const reference = action.type === 'roll-back' ? action.of : action.type === 'win' ? action.bet : null
    const done = { kind: action.type, reference, amount, usd: 0n, edgeUsd: 0n, hour: hourOf(now) }
    await keep({ trx, player, call, now }, action, done, answer)
  }
  return answer
}
