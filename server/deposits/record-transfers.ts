import { SourceBusyError, type TokenTransfer } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { DUST, hasQuotaLeft, MINIMUM } from './deposit-amounts.ts'
import { PAID_COIN, type DepositChain } from './deposit-chain.ts'
import type { DepositState } from '#server/db/deposit-state.ts'
import { keepTransfers, type PlayersTransfer } from './keep-transfers.ts'

interface Owner {
  readonly uid: number
  readonly receives: string
  readonly isClosed: boolean
}

/** By address. */
export async function ownersOf(
  db: Database,
  chain: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  const asked = [...new Set(addresses)]
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('deposit_address')
    .innerJoin('account', 'account.id', 'deposit_address.account_id')
    .select(['deposit_address.address', 'deposit_address.account_id', 'deposit_address.receive_coin'])
    .select('account.closed_at')
    .where('deposit_address.chain', '=', chain)
    .where('deposit_address.address', 'in', asked)
    .execute()
  return new Map(
    rows.map((row) => [
      row.address,
      { uid: row.account_id, receives: row.receive_coin, isClosed: row.closed_at !== null },
    ]),
  )
}

/**
 * Records the transfers to players. In blocks that are not final it skips transfers that will not be credited.
 * Idempotent: a transfer has one row.
 */
export async function recordTransfers(
  trx: Database,
  { network }: Pick<DepositChain, 'network'>,
  transfers: readonly TokenTransfer[],
  { isFinal, now }: { readonly isFinal: boolean; readonly now: number },
): Promise<void> {
  const { chain, usdtContract } = network
  const once = new Map(transfers.map((each) => [`${each.txId} ${each.logIndex}`, each]))
  const worth = [...once.values()].filter(
    ({ contract, amount }) => contract === usdtContract && amount >= DUST,
  )
  const owners = await ownersOf(
    trx,
    chain,
    worth.map(({ to }) => to),
  )
  const rows = worth.flatMap((transfer): PlayersTransfer[] => {
    const owner = owners.get(transfer.to)
    if (!owner) return []
    const status = statusOf(transfer, owner, isFinal)
    if (!isFinal && status !== 'confirming') return []
    return [{ ...transfer, uid: owner.uid, receives: owner.receives, coin: PAID_COIN, status }]
  })
  const small = rows.filter(({ status }) => status === 'below_minimum')
  const regular = rows.filter(({ status }) => status !== 'below_minimum')
  await keepTransfers(trx, chain, regular, now)
  for (const row of small) {
    if (await hasAddressQuota(trx, chain, row)) await keepTransfers(trx, chain, [row], now)
  }
}

function statusOf({ amount }: TokenTransfer, { isClosed }: Owner, isFinal: boolean): DepositState {
  if (amount < MINIMUM) return 'below_minimum'
  if (isClosed) return 'account_closed'
  return isFinal ? 'confirmed' : 'confirming'
}

/** False when the day's quota for uncredited transfers to this address is used up. */
export function hasAddressQuota(
  trx: Database,
  chain: string,
  { to, at }: Pick<TokenTransfer, 'to' | 'at'>,
): Promise<boolean> {
  const refused = trx
    .selectFrom('deposit')
    .where('chain', '=', chain)
    .where('recipient', '=', to)
    .where('status', 'in', ['below_minimum', 'wrong_token'])
  return hasQuotaLeft(refused, at)
}

export const MAX_RECHECKED = 50

/** Moves deposits to the end of the queue, so that unreadable ones do not block it. */
export async function moveToEndOfQueue(trx: Database, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('deposit')
    .set({ updated_at: new Date(now) })
    .where('id', 'in', ids)
    // `updated_at` of a confirmed deposit counts how long it waits for a price.
    .where('status', '=', 'confirming')
    .execute()
}

/**
 * Looks up unconfirmed deposits whose block should be final by now. Returns the transfers that the network still has, the
 * ids of those that it lost, and all ids that were looked up. Unreadable ones are in neither of the first two.
 */
export async function lookUpUnconfirmed(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  before: number,
): Promise<Record<'gone' | 'asked', readonly string[]> & { readonly there: readonly TokenTransfer[] }> {
  const rows = await db
    .selectFrom('deposit')
    .select(['id', 'tx_id'])
    .where('chain', '=', network.chain)
    .where('status', '=', 'confirming')
    .where('block_at', '<', new Date(before))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(MAX_RECHECKED)
    .execute()
  const there: TokenTransfer[] = []
  const gone: string[] = []
  for (const { id, tx_id: txId } of rows) {
    try {
      const outcome = await source.transaction(txId)
      if (!outcome || (outcome.isFinal && !outcome.hasSucceeded)) gone.push(id)
      else if (outcome.isFinal) there.push(...(await source.transfersOf(txId)))
    } catch (error) {
      // An unreadable transaction must not block the others.
      if (error instanceof SourceBusyError) throw error
    }
  }
  return { there, gone, asked: rows.map(({ id }) => id) }
}

export async function dropDeposits(trx: Database, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  const at = new Date(now)
  await trx
    .updateTable('deposit')
    .set({ status: 'dropped', settled_at: at, updated_at: at })
    .where('id', 'in', ids)
    .where('status', '=', 'confirming')
    .execute()
}
