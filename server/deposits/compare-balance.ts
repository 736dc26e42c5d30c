import { sql, type Selectable } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import {
  SourceBusyError,
  type ReceivedToken,
  type TokenTransfer,
  type TronBalances,
} from '#server/chains/tron-source.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { MINIMUM } from './deposit-amounts.ts'
import type { DepositChain } from './deposit-chain.ts'
import { missedTransfers } from './missed-transfers.ts'
import { recordTransfers } from './record-transfers.ts'

const HOUR_MS = 60 * 60_000
/** No transfer is older than this before the address was created. Allows for differing clocks. */
const FIRST_LOOK_BACK_MS = 5 * 60_000

type AddressBalance = Selectable<Tables['deposit_address']>
type BalanceChain = Pick<DepositChain, 'network' | 'source'> & { readonly balances: TronBalances }

/** A balance that differs or was unreadable is due sooner: it may have been newer than the recorded transfers. */
const DUE_AT = sql<Date>`coalesce(compared_at, created_at)
  + case when unsettled_since is null then interval '1 day' else interval '30 minutes' end`

export const nextBalance = (db: Database, chain: string, now: number): Promise<AddressBalance | undefined> =>
  db
    .selectFrom('deposit_address')
    .selectAll()
    .where('chain', '=', chain)
    .where(DUE_AT, '<', new Date(now))
    .orderBy(DUE_AT)
    .limit(1)
    .executeTakeFirst()

/** Records the time of the last outgoing transfer of each address. Unrecorded deposits may have left with it. */
export async function recordOutgoing(
  trx: Database,
  { network }: Pick<DepositChain, 'network'>,
  transfers: readonly TokenTransfer[],
): Promise<void> {
  const latest = new Map<string, number>()
  for (const { contract, amount, from, at } of transfers) {
    if (contract !== network.usdtContract || amount === 0n) continue
    latest.set(from, Math.max(latest.get(from) ?? 0, at))
  }
  if (latest.size === 0) return
  const rows = await trx
    .selectFrom('deposit_address')
    .select('address')
    .where('chain', '=', network.chain)
    .where('address', 'in', [...latest.keys()])
    .execute()
  for (const { address } of rows) {
    const at = new Date(latest.get(address) ?? 0)
    await trx
      .updateTable('deposit_address')
      .set({ sent_at: sql<Date>`greatest(sent_at, ${at})` })
      .where('chain', '=', network.chain)
      .where('address', '=', address)
      .execute()
  }
}

interface CompareOptions {
  readonly finalAt: number
  readonly now: number
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Compares an address's balance with its previous balance plus recorded transfers. If they differ, reads the address's own
 * list and records missing transfers. A remaining difference or a failed reading is stored, so that it does not block the
 * other addresses.
 */
export async function compareBalance(
  db: Database,
  chain: BalanceChain,
  row: AddressBalance,
  { finalAt, now, logger }: CompareOptions,
): Promise<void> {
  const { address } = row
  const read = await readBalance(db, chain, row, now).catch((failure: unknown) => {
    if (failure instanceof SourceBusyError) throw failure
    return { failure }
  })
  const failure = 'failure' in read ? read.failure : undefined
  const difference = 'difference' in read ? read.difference : BigInt(row.difference)
  const isSettled = 'difference' in read && difference === 0n
  if (!isSettled && row.unsettled_since === null) {
    logger.warn(
      { err: failure, chain: chain.network.chain, address, difference: String(difference) },
      'the balance of a deposit address cannot be read, or differs from the recorded transfers',
    )
  }
  // Younger transfers may be missing in the index; the next comparison includes them.
  const heldAt = Math.max(sinceOf(row), finalAt - HOUR_MS)
  await db
    .updateTable('deposit_address')
    .set({
      compared_at: new Date(now),
      difference: String(difference),
      unsettled_since: isSettled ? null : (row.unsettled_since ?? new Date(now)),
      ...(isSettled && {
        held_amount: String(read.held - read.movedAfter(heldAt)),
        held_at: new Date(heldAt),
      }),
    })
    .where('chain', '=', chain.network.chain)
    .where('account_id', '=', row.account_id)
    .execute()
}

const sinceOf = ({ held_at, created_at }: AddressBalance) =>
  held_at?.getTime() ?? created_at.getTime() - FIRST_LOOK_BACK_MS

interface ReadBalance {
  readonly held: bigint
  readonly difference: bigint
  /** Incoming minus outgoing after a time. */
  readonly movedAfter: (at: number) => bigint
  readonly failure?: unknown
}

async function readBalance(
  db: Database,
  chain: BalanceChain,
  row: AddressBalance,
  now: number,
): Promise<ReadBalance> {
  const { network, balances } = chain
  const { address } = row
  const since = sinceOf(row)
  const held = await balances.balanceOf(address, network.usdtContract)
  const compare = async (listed: readonly ReceivedToken[]): Promise<ReadBalance> => {
    const written = await recordedTransfers(db, network.chain, row, since)
    const movedAfter = (at: number) => netOf(address, later(written, at), later(listed, at))
    return { held, difference: held - BigInt(row.held_amount) - movedAfter(since), movedAfter }
  }
  const before = await compare([])
  if (before.difference === 0n) return before
  try {
    const listed = await balances.moves(address, network.usdtContract, since)
    const came = listed.filter(({ to }) => to === address)
    const { missed, failure } = await missedTransfers(db, chain, address, came)
    await db.transaction().execute((trx) => recordTransfers(trx, chain, missed, { isFinal: true, now }))
    return { ...(await compare(listed)), ...(failure !== undefined && { failure }) }
  } catch (failure) {
    if (failure instanceof SourceBusyError) throw failure
    return { ...before, failure }
  }
}

type Moved = Pick<ReceivedToken, 'txId' | 'from' | 'to' | 'amount' | 'at'>

const later = (moved: readonly Moved[], than: number) => moved.filter(({ at }) => at > than)
const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n)
const isSmall = ({ amount }: Moved) => amount < MINIMUM

function netOf(address: string, written: readonly Moved[], listed: readonly Moved[]): bigint {
  // Large deposits count only when they are recorded. Small ones may never be recorded.
  const credited = written.filter((each) => !isSmall(each))
  const small = smallByTransaction(written)
  for (const [txId, told] of smallByTransaction(listed.filter(({ to }) => to === address))) {
    if (told > (small.get(txId) ?? 0n)) small.set(txId, told)
  }
  const taken = listed.filter(({ from }) => from === address)
  return (
    sum(credited.map(({ amount }) => amount)) + sum(small.values()) - sum(taken.map(({ amount }) => amount))
  )
}

function smallByTransaction(moved: readonly Moved[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { txId, amount } of moved.filter(isSmall)) sums.set(txId, (sums.get(txId) ?? 0n) + amount)
  return sums
}

async function recordedTransfers(
  db: Database,
  chain: string,
  { address }: AddressBalance,
  since: number,
): Promise<readonly Moved[]> {
  const rows = await db
    .selectFrom('deposit')
    .select(['tx_id', 'sender', 'recipient', 'amount', 'block_at'])
    .where('chain', '=', chain)
    .where('recipient', '=', address)
    .where('block_at', '>', new Date(since))
    .where('status', 'not in', ['confirming', 'dropped', 'wrong_token'])
    .execute()
  return rows.map(({ tx_id: txId, sender: from, recipient: to, amount, block_at }) => ({
    txId,
    from,
    to,
    amount: BigInt(amount),
    at: block_at.getTime(),
  }))
}
