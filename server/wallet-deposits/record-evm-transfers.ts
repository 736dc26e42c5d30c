import type { EvmAddress } from '#contract/values.ts'
import { UNKNOWN_SENDER, type EvmBlock, type EvmTransfer } from '#server/chains/evm-source.ts'
import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import type { DepositState } from '#server/db/deposit-state.ts'
import { AS_TOLD, keepTransfers } from '#server/deposits/keep-transfers.ts'
import { closedAmong, isNotClosed, nameIn, nameOfTransfer } from '#server/deposits/closed-transfers.ts'
import { leaveRoom } from '#server/deposits/leave-room.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import { isWalletOn } from '#server/identity/wallet-owners.ts'
import { leastOf, NATIVE_COIN, toLedger, tokenOf, type EvmDepositChain } from './evm-deposit-chain.ts'
import { ownersOf, type TransferOwner } from './transfer-owners.ts'

interface RecordOptions {
  /** Blocks up to this one have their confirmations. */
  readonly finalBlock: number
  readonly now: number
}

/** A final transfer to the house that is nobody's. */
export type UnclaimedTransfer = Pick<EvmTransfer, 'txId' | 'from' | 'amount'> & { readonly coin: string }

/**
 * Writes down transfers to the house. Of blocks that may still be replaced only what is going to be credited, of
 * final ones whatever came of it. Any of them may come again: a transfer has one row. Returns what nobody has
 * linked the wallet of, when it is new.
 */
export async function recordEvmTransfers(
  trx: Database,
  chain: EvmDepositChain,
  transfers: readonly EvmTransfer[],
  { finalBlock, now }: RecordOptions,
): Promise<UnclaimedTransfer[]> {
  const names = transfers.map(({ txId, logIndex }) => nameOfTransfer(chain.chain, txId, logIndex))
  const closed = await closedAmong(trx, names)
  const known = transfers.flatMap((transfer, at) => {
    const token = tokenOf(chain, transfer.contract)
    return token && !closed.has(names[at] ?? '') ? [{ transfer, token }] : []
  })
  const owners = await ownersOf(
    trx,
    chain,
    known.map(({ transfer }) => transfer),
  )
  const unclaimed: UnclaimedTransfer[] = []
  for (const { transfer, token } of known) {
    const owner = owners.get(transfer)
    const isFinal = transfer.block <= finalBlock
    if (!owner) {
      if (!isFinal || transfer.amount < token.minimum) continue
      if (await keepUnclaimed(trx, chain, { transfer, token, now })) {
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
    if (status === 'below_minimum' && !(await hasRoom(trx, transfer, { token, uid: owner.uid }))) continue
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
  }
  return unclaimed
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

/** Whether a player's list takes one more transfer that is not credited, of the day of that transfer. */
async function hasRoom(
  trx: Database,
  { amount, at }: EvmTransfer,
  { token, uid }: { readonly token: EvmToken; readonly uid: number },
): Promise<boolean> {
  if (amount < leastOf(token)) return false
  const refused = trx
    .selectFrom('deposit')
    .where('account_id', '=', uid)
    .where('status', '=', 'below_minimum')
  return leaveRoom(refused, at)
}

/** Whether it is new. */
async function keepUnclaimed(
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
 * Writes down money that came to an address by no transaction that is known, once for each block: it is named by the
 * block's hash, with a number below those of transfers. Whether it is new.
 */
export async function keepUnknown(
  trx: Database,
  chain: EvmDepositChain,
  {
    to,
    token,
    amount,
    block,
    now,
  }: {
    readonly to: EvmAddress
    readonly token: EvmToken
    readonly amount: bigint
    readonly block: EvmBlock
    readonly now: number
  },
): Promise<boolean> {
  const known = await trx
    .selectFrom('unclaimed_transfer')
    .select(['log_index', 'recipient'])
    .where('chain', '=', chain.chain)
    .where('tx_id', '=', block.hash)
    .execute()
  if (known.some(({ recipient }) => recipient === to)) return false
  const logIndex = Math.min(BY_BLOCK + 1, ...known.map(({ log_index }) => log_index)) - 1
  const transfer = {
    txId: block.hash,
    logIndex,
    contract: token.contract,
    from: UNKNOWN_SENDER,
    to,
    amount,
    block: block.block,
    at: block.at,
  }
  return keepUnclaimed(trx, chain, { transfer, token, now })
}

/** The first number of what is named by its block. */
export const BY_BLOCK = -2

/** Gives unclaimed transfers to players who have linked the wallet since. */
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
  for (const { account_id, ...row } of rows) await giveUnclaimed(trx, row, { player: account_id, now })
}

/**
 * Makes a held transfer a player's deposit, which the watcher credits. Whether it was none before: one that was seen and
 * never came to its end is none.
 */
export async function giveUnclaimed(
  trx: Database,
  row: Selectable<Tables['unclaimed_transfer']>,
  { player, now }: { readonly player: number; readonly now: number },
): Promise<boolean> {
  const at = new Date(now)
  if (!(await takeUnclaimed(trx, row, at))) return false
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
          ...AS_TOLD,
          account_id: eb.ref('excluded.account_id'),
          receive_coin: eb.ref('excluded.receive_coin'),
        }))
        .where('deposit.status', 'in', ['confirming', 'dropped']),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes a held transfer off what waits for somebody. Whether nobody else, a player or the operator, was first. */
export async function takeUnclaimed(
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
 * What was seen in a block that is none of the chain's any more goes back to having no confirmations, and is
 * given up after an hour; it comes back when the chain takes it again.
 */
export async function returnVanished(
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
