import type { EvmAddress } from '#contract/values.ts'
import { UNKNOWN_SENDER, type EvmBlock, type EvmTransfer } from '#server/chains/evm-source.ts'
import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import type { DepositState } from '#server/db/deposit-state.ts'
import { UPDATED_COLUMNS, keepTransfers } from '#server/deposits/keep-transfers.ts'
import { findClosed, isNotClosed, nameIn, nameOfTransfer } from '#server/deposits/closed-transfers.ts'
import { hasQuotaLeft } from '#server/deposits/deposit-amounts.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import { isWalletOn } from '#server/identity/wallet-owners.ts'
import {
  fromLedger,
  recordingMinimum,
  NATIVE_COIN,
  toLedger,
  tokenOf,
  type EvmDepositChain,
} from './evm-deposit-chain.ts'
import { ownersOf, type TransferOwner } from './transfer-owners.ts'

interface RecordOptions {
  readonly finalBlock: number
  readonly now: number
}

/** A final transfer from a wallet that no account has linked. */
export type UnclaimedTransfer = Pick<EvmTransfer, 'txId' | 'from' | 'amount'> & { readonly coin: string }

/**
 * Records transfers to the house. In blocks that are not final it skips transfers that will not be credited. Idempotent: a
 * transfer has one row.
 * @returns new unclaimed transfers
 */
export async function recordEvmTransfers(
  trx: Database,
  chain: EvmDepositChain,
  transfers: readonly EvmTransfer[],
  { finalBlock, now }: RecordOptions,
): Promise<UnclaimedTransfer[]> {
  const names = transfers.map(({ txId, logIndex }) => nameOfTransfer(chain.chain, txId, logIndex))
  const closed = await findClosed(trx, names)
  const known = transfers.flatMap((transfer, at) => {
    const token = tokenOf(chain, transfer.contract)
    return token && !closed.has(names[at] ?? '') ? [{ transfer, token }] : []
  })
  const owners = await ownersOf(
    trx,
    chain,
    known.map(({ transfer }) => transfer),
  )
  const taken = await nativeNames(trx, chain, transfers)
  const unclaimed: UnclaimedTransfer[] = []
  for (const { transfer, token } of known) {
    if (taken.byOther(transfer)) continue
    const owner = owners.get(transfer)
    const isFinal = transfer.block <= finalBlock
    if (!owner) {
      if (!isFinal || transfer.amount < token.minimum) continue
      if (await insertUnclaimed(trx, chain, { transfer, token, now })) {
        taken.add(transfer)
        unclaimed.push({
          txId: transfer.txId,
          from: transfer.from,
          amount: transfer.amount,
          coin: token.coin,
        })
      }
      continue
    }
    const status = statusOf(transfer, { token, owner, isFinal })
    if (!isFinal && status !== 'confirming') continue
    if (status === 'below_minimum' && !(await hasPlayerQuota(trx, transfer, { token, uid: owner.uid })))
      continue
    const kept = {
      ...transfer,
      contract: transfer.contract ?? NATIVE_COIN,
      amount: toLedger(transfer.amount, token),
      uid: owner.uid,
      coin: token.coin,
      receives: owner.receives ?? token.coin,
      status,
    }
    await keepTransfers(trx, chain.chain, [kept], now)
    taken.add(transfer)
  }
  return unclaimed
}

/**
 * Native payments of one transaction share a log index, even to several addresses. A name that holds the payment to one
 * address must not be taken by another: the player would get the one and lose the other.
 */
async function nativeNames(trx: Database, { chain }: EvmDepositChain, transfers: readonly EvmTransfer[]) {
  const txIds = [...new Set(transfers.flatMap(({ txId, contract }) => (contract === null ? [txId] : [])))]
  if (txIds.length === 0) return { byOther: () => false, add: () => {} }
  const columns = ['tx_id', 'log_index', 'recipient'] as const
  const rows = await trx
    .selectFrom('deposit')
    .select(columns)
    .where('chain', '=', chain)
    .where('contract', '=', NATIVE_COIN)
    .where('tx_id', 'in', txIds)
    .where('status', '!=', 'dropped')
    .union(
      trx
        .selectFrom('unclaimed_transfer')
        .select(columns)
        .where('chain', '=', chain)
        .where('contract', '=', NATIVE_COIN)
        .where('tx_id', 'in', txIds),
    )
    .execute()
  const recipients = new Map<string, string>(
    rows.map((row) => [`${row.tx_id} ${row.log_index}`, row.recipient]),
  )
  const nameOf = ({ txId, logIndex }: EvmTransfer) => `${txId} ${logIndex}`
  return {
    byOther: (transfer: EvmTransfer) => {
      const recipient = recipients.get(nameOf(transfer))
      return recipient !== undefined && recipient !== transfer.to
    },
    add: (transfer: EvmTransfer) => {
      if (transfer.contract === null) recipients.set(nameOf(transfer), transfer.to)
    },
  }
}

function statusOf(
  { amount }: EvmTransfer,
  {
    token,
    owner,
    isFinal,
  }: { readonly token: EvmToken; readonly owner: TransferOwner; readonly isFinal: boolean },
): DepositState {
  if (amount < token.minimum) return 'below_minimum'
  if (owner.isClosed) return 'account_closed'
  return isFinal ? 'confirmed' : 'confirming'
}

/** False when the player's daily quota for uncredited transfers is used up. */
async function hasPlayerQuota(
  trx: Database,
  { amount, at }: EvmTransfer,
  { token, uid }: { readonly token: EvmToken; readonly uid: number },
): Promise<boolean> {
  if (amount < recordingMinimum(token)) return false
  const refused = trx
    .selectFrom('deposit')
    .where('account_id', '=', uid)
    .where('status', '=', 'below_minimum')
  return hasQuotaLeft(refused, at)
}

/** @returns false for a known one */
async function insertUnclaimed(
  trx: Database,
  { chain }: EvmDepositChain,
  {
    transfer,
    token,
    now,
  }: { readonly transfer: EvmTransfer; readonly token: EvmToken; readonly now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('unclaimed_transfer')
    .values({
      chain,
      tx_id: transfer.txId,
      log_index: transfer.logIndex,
      sender: transfer.from,
      recipient: transfer.to,
      contract: transfer.contract ?? NATIVE_COIN,
      coin: token.coin,
      amount: `${toLedger(transfer.amount, token)}`,
      block: String(transfer.block),
      block_at: new Date(transfer.at),
      seen_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Records money without a visible transaction under the block's hash, with log indexes below those of transfers. A block
 * that is read again may pay more by block, or show the transactions that paid what was recorded by block.
 * @returns the amount that is new
 */
export async function recordUnknownMoney(
  trx: Database,
  chain: EvmDepositChain,
  {
    to,
    token,
    amount,
    block,
    isAll,
    now,
  }: {
    readonly to: EvmAddress
    readonly token: EvmToken
    /** All that the block paid like that. */
    readonly amount: bigint
    readonly block: EvmBlock
    /** True if no doubted transfer is left out of `amount`: rows beyond it have been recorded elsewhere since. */
    readonly isAll: boolean
    readonly now: number
  },
): Promise<bigint> {
  const rows = await trx
    .selectFrom('unclaimed_transfer')
    .select(['log_index', 'recipient', 'amount', 'claimed_at'])
    .select(isNotClosed(nameIn('unclaimed_transfer')).as('is_open'))
    .where('chain', '=', chain.chain)
    .where('tx_id', '=', block.hash)
    .execute()
  const held = rows.filter(({ recipient }) => recipient === to)
  const more = amount - heldBy(held, token)
  const isLess = isAll && -more >= recordingMinimum(token)
  if (!isLess && more < recordingMinimum(token)) return 0n
  // Rows that an operator has closed or assigned stay.
  const undone = isLess ? held.filter(({ is_open, claimed_at }) => is_open && claimed_at === null) : []
  for (const { log_index } of undone) {
    await trx
      .deleteFrom('unclaimed_transfer')
      .where('chain', '=', chain.chain)
      .where('tx_id', '=', block.hash)
      .where('log_index', '=', log_index)
      .execute()
  }
  const left = more + heldBy(undone, token)
  if (left < recordingMinimum(token)) return 0n
  const logIndex = Math.min(FIRST_UNKNOWN_INDEX + 1, ...rows.map(({ log_index }) => log_index)) - 1
  const transfer = {
    txId: block.hash,
    logIndex,
    contract: token.contract,
    from: UNKNOWN_SENDER,
    to,
    amount: left,
    block: block.block,
    at: block.at,
  }
  await insertUnclaimed(trx, chain, { transfer, token, now })
  return more > 0n ? more : 0n
}

const heldBy = (rows: readonly { readonly amount: string }[], token: EvmToken) =>
  rows.reduce((sum, { amount }) => sum + fromLedger(BigInt(amount), token), 0n)

/** Log indexes from here downwards mark money without a visible transaction. */
export const FIRST_UNKNOWN_INDEX = -2

export async function claimTransfers(
  trx: Database,
  { chain, chainId }: Pick<EvmDepositChain, 'chain' | 'chainId'>,
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('unclaimed_transfer')
    .innerJoin('wallet', 'wallet.address', 'unclaimed_transfer.sender')
    .selectAll('unclaimed_transfer')
    .select('wallet.account_id')
    .where('unclaimed_transfer.chain', '=', chain)
    .where(isWalletOn(chainId))
    .where('claimed_at', 'is', null)
    .where(isNotClosed(nameIn('unclaimed_transfer')))
    .orderBy('block')
    .limit(100)
    .forKeyShare('wallet')
    .execute()
  for (const { account_id, ...row } of rows) await assignUnclaimed(trx, row, { player: account_id, now })
}

/**
 * Turns an unclaimed transfer into a player's deposit, which the watcher credits.
 * @returns false if it was claimed before or is a credited deposit
 */
export async function assignUnclaimed(
  trx: Database,
  row: Selectable<Tables['unclaimed_transfer']>,
  { player, now }: { readonly player: number; readonly now: number },
): Promise<boolean> {
  const at = new Date(now)
  if (!(await markClaimed(trx, row, at))) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('deposit')
    .values({
      account_id: player,
      chain: row.chain,
      tx_id: row.tx_id,
      log_index: row.log_index,
      sender: row.sender,
      recipient: row.recipient,
      contract: row.contract,
      coin: row.coin,
      amount: row.amount,
      block: row.block,
      block_at: row.block_at,
      status: 'confirmed',
      receive_coin: row.coin,
      credited_amount: null,
      credited_price_usd: null,
      paid_price_usd: null,
      usd_cents: null,
      seen_at: at,
      settled_at: null,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'tx_id', 'log_index'])
        .doUpdateSet((eb) => ({
          ...UPDATED_COLUMNS,
          account_id: eb.ref('excluded.account_id'),
          receive_coin: eb.ref('excluded.receive_coin'),
        }))
        .where('deposit.status', 'in', ['confirming', 'dropped']),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if a player or the operator was faster */
export async function markClaimed(
  trx: Database,
  {
    chain,
    tx_id,
    log_index,
  }: Pick<Selectable<Tables['unclaimed_transfer']>, 'chain' | 'tx_id' | 'log_index'>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('unclaimed_transfer')
    .set({ claimed_at: at })
    .where('chain', '=', chain)
    .where('tx_id', '=', tx_id)
    .where('log_index', '=', log_index)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Resets deposits from replaced blocks to no confirmations. They are dropped after an hour, and return when a block
 * includes them again.
 */
export async function unconfirmDeposits(
  trx: Database,
  chain: string,
  {
    ids,
    headBlock,
    now,
  }: { readonly ids: readonly string[]; readonly headBlock: number; readonly now: number },
): Promise<void> {
  if (ids.length === 0) return
  const at = new Date(now)
  const open = () =>
    trx
      .updateTable('deposit')
      .where('chain', '=', chain)
      .where('id', 'in', [...ids])
      .where('status', 'in', ['confirming', 'confirmed'])
  await open()
    .set({ status: 'dropped', settled_at: at, updated_at: at })
    .where('block_at', '<', new Date(now - GIVEN_UP_MS))
    .execute()
  await open()
    .set({ status: 'confirming', block: String(headBlock), updated_at: at })
    .execute()
}

const GIVEN_UP_MS = 60 * 60_000
