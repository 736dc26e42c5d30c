import { sql } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import { firstBlockAfter, firstBlockWhere } from '#server/chains/find-successor.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import {
  RangeTooLargeError,
  type BlockMoves,
  type EvmBalances,
  type EvmBlock,
  type EvmTransfer,
} from '#server/chains/evm-source.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import type { Database } from '#server/db/tables.ts'
import {
  fromLedger,
  recordingMinimum,
  NATIVE_COIN,
  tokenOf,
  type EvmDepositChain,
} from './evm-deposit-chain.ts'
import { contractOf, type HouseBalance } from './house-balances.ts'
import { FIRST_UNKNOWN_INDEX } from './record-evm-transfers.ts'

/** Interval between searches for an unexplained difference. */
const AGAIN_MS = 60_000
const MAX_BLOCKS = 8
const MAX_RANGE = 1_000

/** Incoming minus outgoing in a block, in the smallest unit. */
interface Change {
  readonly block: number
  readonly amount: bigint
}

/** A recorded incoming payment. */
interface Came extends Change {
  /** Recorded without a visible transaction. */
  readonly isByBlock?: boolean
  /** Possibly known to one node alone. */
  readonly isOpen?: boolean
}

interface Settlement {
  readonly token: EvmToken
  /** At `finalBlock`. */
  readonly held: bigint
  readonly nonce: number
  readonly difference: bigint
  readonly found: readonly EvmTransfer[]
  readonly read: readonly EvmBlock[]
  /** Money without a visible transaction: for each block all that it paid like that. */
  readonly unknown: readonly (EvmBlock & { readonly amount: bigint })[]
  readonly failure?: unknown
  /** Start of the next search when this one has reached its limit and explained all blocks that it read. */
  readonly base?: Base
}

/** A settled block with its balance. `received` sums the token events after it. */
interface Base extends Change {
  readonly nonce: number
  readonly received: bigint
}

interface SettleOptions {
  readonly db: Database
  readonly chain: EvmDepositChain
  readonly balances: EvmBalances
  readonly house: readonly EvmAddress[]
  /** All known transfers up to this block are recorded. */
  readonly finalBlock: number
  /** The address's nonce at `finalBlock`. */
  readonly nonceOf: (address: EvmAddress) => Promise<number>
  readonly now: number
  /** Called with a difference before the search starts. */
  readonly onDifference: (difference: bigint) => Promise<void>
}

/**
 * Compares the balance with recorded transfers. If they differ, searches for missing ones: first among the token's events,
 * then in the blocks in which the balance changed, found by binary search.
 * @returns null when there is nothing to compare
 * @throws NodeUnavailable when the node does not return the balance
 */
export async function settleBalance(row: HouseBalance, options: SettleOptions): Promise<Settlement | null> {
  const { chain, balances, finalBlock, now } = options
  const contract = contractOf(row.contract)
  const token = tokenOf(chain, contract)
  if (!token || Number(row.settled_block ?? -1) >= finalBlock) return null
  if (row.unsettled_since && row.searched_at && now - row.searched_at.getTime() < AGAIN_MS) return null
  const held = await balances.balanceOf(row.address, contract, finalBlock)
  const nonce = await options.nonceOf(row.address)
  const settled = { token, held, nonce, difference: 0n, found: [], read: [], unknown: [] }
  if (row.settled_block === null || row.settled_amount === null) return settled
  const from = { block: Number(row.settled_block), amount: BigInt(row.settled_amount) }
  const came =
    contract === null
      ? await recordedTransfers(options, row.address, { token, from: from.block })
      : [{ block: finalBlock, amount: BigInt(row.received) }]
  // Money that arrived unseen and was forwarded at once leaves no difference. The nonce reveals outgoing transactions, so
  // their blocks are read and subtracted.
  const sent =
    nonce === Number(row.settled_nonce ?? 0)
      ? []
      : await outgoingChanges(row, { ...options, contract, nonce })
  const known = [...came, ...sent]
  const rest = held - from.amount - sum(known)
  if (isWithin(rest, toleranceOf(known, token))) return settled
  await options.onDifference(rest)
  return { ...settled, ...(await search(row, { ...options, token, contract, held, from, came, sent })) }
}

interface Search extends SettleOptions {
  readonly token: EvmToken
  readonly contract: EvmAddress | null
  readonly held: bigint
  readonly from: Change
  /** Recorded incoming changes, and changes by the address's own transactions. */
  readonly came: readonly Came[]
  readonly sent: readonly Change[]
}

async function outgoingChanges(
  { address, settled_block, settled_nonce }: HouseBalance,
  {
    chain,
    balances,
    contract,
    nonce,
    finalBlock,
  }: SettleOptions & { readonly contract: EvmAddress | null; readonly nonce: number },
): Promise<readonly Change[]> {
  const changes: Change[] = []
  const terms = {
    house: [address],
    tokens: contract === null ? [] : [{ contract, least: 0n }],
    isTraced: false,
  }
  let [low, next] = [Number(settled_block), Number(settled_nonce ?? 0)]
  while (next < nonce && low < finalBlock) {
    const block = await firstBlockAfter(chain.source, address, { nonce: next, low, high: finalBlock })
    const { moves } = await balances.movesOfBlock(block, terms)
    const gone = moves.filter(
      (each) => each.contract === contract && each.from === address && each.to !== address,
    )
    changes.push({ block, amount: -gone.reduce((total, { amount }) => total + amount, 0n) })
    low = block
    next = await chain.source.nonceAt(address, block)
  }
  return changes
}

async function search(
  { address }: HouseBalance,
  { chain, balances, house, token, contract, held, from, came, sent, finalBlock }: Search,
): Promise<Omit<Settlement, 'token' | 'held' | 'nonce'>> {
  const found: EvmTransfer[] = []
  const blocks: EvmBlock[] = []
  const unknown: Settlement['unknown'][number][] = []
  let listed: readonly Change[] = []
  let told = [...came, ...sent]
  let unexplained = 0n
  const isNearly = (amount: bigint) => isWithin(amount, toleranceOf(told, token))
  const rest = () => held - from.amount - sum(told)
  const end = (failure?: unknown) => {
    const difference = unexplained + (isNearly(rest()) ? 0n : rest())
    return { found, read: blocks, unknown, difference, ...(failure !== undefined && { failure }) }
  }
  const heldAt = async (block: number) => {
    if (block === from.block) return from.amount
    return block === finalBlock ? held : balances.balanceOf(address, contract, block)
  }
  const restAt = async (block: number) =>
    (await heldAt(block)) - from.amount - sum(told.filter((each) => each.block <= block))
  const firstChanged = () =>
    firstBlockWhere({ low: from.block, high: finalBlock }, async (block) => !isNearly(await restAt(block)))

  try {
    if (contract !== null) {
      const range = { fromBlock: from.block + 1, toBlock: finalBlock }
      const moves = await tokenMoves(balances, address, contract, range)
      const isKnown = (block: number) => sent.some((each) => each.block === block)
      told = [
        ...sent,
        // Outgoing transfers of these blocks are in `sent`.
        ...moves.map(({ block, ...move }) => ({
          block,
          amount: isKnown(block) ? incomingOf(move, address) : netOf([move], address),
        })),
      ]
      listed = moves.map(({ block, ...move }) => ({ block, amount: incomingOf(move, address) }))
      if (sum(listed) !== sum(came)) {
        const txIds = new Set(
          moves
            .filter(({ to, from: sender }) => to === address && sender !== address)
            .map(({ txId }) => txId),
        )
        for (const txId of txIds) found.push(...(await transfersOf(chain, txId, address)))
      }
    }
    let last = from
    for (let looked = 0; looked < MAX_BLOCKS && !isNearly(rest()); looked++) {
      const block = await firstChanged()
      const change = (await heldAt(block)) - (await heldAt(block - 1))
      const read = await movesIn(balances, block, { address, contract, change, house })
      blocks.push(read)
      const left = change - netOf(read.moves, address)
      found.push(...read.moves.filter(({ to }) => to === address))
      if (contract === null) {
        const recorded = came.filter((each) => each.block === block && !each.isByBlock)
        const incoming = sum(read.moves.map((move) => ({ block, amount: incomingOf(move, address) })))
        // A node that traces has seen it where this one does not: it is recorded already.
        const seen = least(atLeastNothing(sum(recorded.filter(({ isOpen }) => !isOpen)) - incoming), left)
        const gone = atLeastNothing(sum(recorded) - incoming) - seen
        if (!isNearly(gone)) unexplained -= gone
        // Outgoing tokens, fees and contract calls of a house address are the operator's own.
        if (left > seen) unknown.push({ ...read, amount: left - seen })
      } else unexplained += left
      told = [...told.filter((each) => each.block !== block), { block, amount: change }]
      if (block > last.block) last = { block, amount: await heldAt(block) }
    }
    if (isNearly(rest()) || unexplained !== 0n || last.block === from.block) return end()
    // Continue after these blocks. An attacker could send dust in each block to keep the search at the start.
    const base = {
      ...last,
      nonce: await chain.source.nonceAt(address, last.block),
      received: sum(listed.filter(({ block }) => block > last.block)),
    }
    return { ...end(), base }
  } catch (failure) {
    return end(failure)
  }
}

/** Traces the block only if its transactions and receipts do not explain the change. */
async function movesIn(
  balances: EvmBalances,
  block: number,
  {
    address,
    contract,
    change,
    house,
  }: {
    readonly address: EvmAddress
    readonly contract: EvmAddress | null
    readonly change: bigint
    readonly house: readonly EvmAddress[]
  },
) {
  const terms = { house, tokens: contract === null ? [] : [{ contract, least: 0n }] }
  const of = ({ moves, ...read }: BlockMoves) => ({
    ...read,
    moves: moves.filter(
      (each) => each.contract === contract && (each.to === address || each.from === address),
    ),
  })
  const read = of(await balances.movesOfBlock(block, { ...terms, isTraced: false }))
  if (contract !== null || netOf(read.moves, address) === change) return read
  return of(await balances.movesOfBlock(block, { ...terms, isTraced: true }))
}

/** Halves the range when the node refuses it. */
async function tokenMoves(
  balances: EvmBalances,
  address: EvmAddress,
  contract: EvmAddress,
  { fromBlock, toBlock }: { readonly fromBlock: number; readonly toBlock: number },
) {
  const moves: Awaited<ReturnType<EvmBalances['tokenMoves']>>[number][] = []
  let size = MAX_RANGE
  for (let block = fromBlock; block <= toBlock;) {
    const last = Math.min(block + size - 1, toBlock)
    try {
      moves.push(...(await balances.tokenMoves(address, contract, { fromBlock: block, toBlock: last })))
      block = last + 1
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || last === block) throw error
      size = Math.floor((last - block + 1) / 2)
    }
  }
  return moves
}

async function transfersOf(
  { source }: EvmDepositChain,
  txId: string,
  address: EvmAddress,
): Promise<readonly EvmTransfer[]> {
  const receipt = await source.receipt(txId)
  if (!receipt || receipt.isPartial)
    throw new NodeUnavailable(`The node does not show the outcome of ${txId}`)
  const { block, at } = receipt
  return receipt.transfers.filter(({ to }) => to === address).map((each) => ({ ...each, txId, block, at }))
}

/** Recorded native payments since a block, in the smallest unit. */
async function recordedTransfers(
  { db, chain, finalBlock }: SettleOptions,
  address: EvmAddress,
  { token, from }: { readonly token: EvmToken; readonly from: number },
): Promise<readonly Came[]> {
  const rows = await db
    .selectFrom('deposit')
    .select(['tx_id', 'log_index', 'block', 'amount'])
    .select(sql<boolean>`status = 'confirming'`.as('is_open'))
    .where('chain', '=', chain.chain)
    .where('recipient', '=', address)
    .where('contract', '=', NATIVE_COIN)
    .where('status', '!=', 'dropped')
    .where('block', '>', String(from))
    .where('block', '<=', String(finalBlock))
    .union(
      db
        .selectFrom('unclaimed_transfer')
        .select(['tx_id', 'log_index', 'block', 'amount'])
        .select(sql<boolean>`false`.as('is_open'))
        .where('chain', '=', chain.chain)
        .where('recipient', '=', address)
        .where('contract', '=', NATIVE_COIN)
        .where('block', '>', String(from))
        .where('block', '<=', String(finalBlock)),
    )
    .execute()
  // An unclaimed transfer that a player has claimed since has two rows.
  const once = new Map(
    rows.map((each) => [`${each.tx_id} ${each.log_index} ${each.block} ${each.amount}`, each]),
  )
  return [...once.values()].map(({ block, amount, log_index, is_open }) => ({
    block: Number(block),
    amount: fromLedger(BigInt(amount), token),
    isByBlock: log_index !== null && log_index <= FIRST_UNKNOWN_INDEX,
    isOpen: is_open,
  }))
}

type Move = Pick<EvmTransfer, 'from' | 'to' | 'amount'>
const incomingOf = ({ to, amount }: Move, address: string) => (to === address ? amount : 0n)
const netOf = (moves: readonly Move[], address: string) =>
  moves.reduce(
    (net, move) => net + incomingOf(move, address) - (move.from === address ? move.amount : 0n),
    0n,
  )
/**
 * Tolerated difference of the native coin: the ledger rounds down, and amounts below the recording minimum are not recorded.
 * Tokens have no tolerance.
 */
const toleranceOf = (changes: readonly Change[], token: EvmToken) =>
  token.contract === null ? BigInt(changes.length) * fromLedger(1n, token) + recordingMinimum(token) - 1n : 0n
const atLeastNothing = (amount: bigint) => (amount > 0n ? amount : 0n)
const least = (one: bigint, other: bigint) => (one < atLeastNothing(other) ? one : atLeastNothing(other))
const sum = (changes: readonly Change[]) => changes.reduce((total, { amount }) => total + amount, 0n)
const isWithin = (difference: bigint, leftOver: bigint) => difference <= leftOver && difference >= -leftOver
