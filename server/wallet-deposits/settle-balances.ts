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
import { fromLedger, leastOf, NATIVE_COIN, tokenOf, type EvmDepositChain } from './evm-deposit-chain.ts'
import { contractOf, type HouseBalance } from './house-balances.ts'

/** A difference that was not explained is searched for again after so long. */
const AGAIN_MS = 60_000
/** Blocks that one search reads to their end. */
const MOST_BLOCKS = 8
const MAX_RANGE = 1_000

/** What came in, or went out, in a block, in the smallest unit of the chain. */
interface Change {
  readonly block: number
  readonly amount: bigint
}

/** What a comparison of one balance came to. */
interface Settlement {
  readonly token: EvmToken
  /** What is held at the block, and how many transactions the address had sent by then. */
  readonly held: bigint
  readonly nonce: number
  /** What of it is not explained: more of it is there, or, below zero, less. */
  readonly difference: bigint
  /** What was found by it. */
  readonly found: readonly EvmTransfer[]
  /** Blocks that were read to their end for it. */
  readonly read: readonly EvmBlock[]
  /** Money that came by no transaction that can be seen: by its block. */
  readonly unknown: readonly (EvmBlock & { readonly amount: bigint })[]
  /** Why the search did not come to its end. */
  readonly failure?: unknown
  /** Where the next one begins when this one has read as many blocks as it may, and all of them are explained. */
  readonly base?: Base
}

/** A block up to which all is explained, and what was held then; what events tell to have come in since. */
interface Base extends Change {
  readonly nonce: number
  readonly received: bigint
}

interface SettleOptions {
  readonly db: Database
  readonly chain: EvmDepositChain
  readonly balances: EvmBalances
  readonly house: readonly EvmAddress[]
  /** The block up to which all that is known is written down. */
  readonly finalBlock: number
  /** How many transactions an address has sent up to that block. */
  readonly nonceOf: (address: EvmAddress) => Promise<number>
  readonly now: number
  /** Told of a difference before it is searched for. */
  readonly noteBegun: (difference: bigint) => Promise<void>
}

/**
 * Compares what the house holds at a block with what is written down, and looks for what was left out where they
 * differ: first among the events of the range, then in the very blocks in which the balance changed, which halving finds.
 * @throws NodeUnavailable when the node does not tell the balance
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
      ? await writtenDown(options, row.address, { token, from: from.block })
      : [{ block: finalBlock, amount: BigInt(row.received) }]
  // Money that came unseen and was sent on at once leaves no difference. Whatever the house sends, it sends with a
  // number: those blocks are read, so that the difference is of what came alone.
  const sent =
    nonce === Number(row.settled_nonce ?? 0) ? [] : await sentIn(row, { ...options, contract, nonce })
  const known = [...came, ...sent]
  const rest = held - from.amount - sum(known)
  if (isNear(rest, leftOverOf(known, token))) return settled
  await options.noteBegun(rest)
  return { ...settled, ...(await search(row, { ...options, token, contract, held, from, came, sent })) }
}

interface Search extends SettleOptions {
  readonly token: EvmToken
  readonly contract: EvmAddress | null
  readonly held: bigint
  readonly from: Change
  /** What is written down to have come, and what transactions of the address itself took away. */
  readonly came: readonly Change[]
  readonly sent: readonly Change[]
}

/** What the transactions that an address sent since it was compared have taken away, by their blocks. */
async function sentIn(
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
  const isNearly = (amount: bigint) => isNear(amount, leftOverOf(told, token))
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
  /** The first block after which more, or less, is held than what is told. */
  const firstChanged = () =>
    firstBlockWhere({ low: from.block, high: finalBlock }, async (block) => !isNearly(await restAt(block)))

  try {
    if (contract !== null) {
      const range = { fromBlock: from.block + 1, toBlock: finalBlock }
      const moves = await tokenMoves(balances, address, contract, range)
      const isKnown = (block: number) => sent.some((each) => each.block === block)
      told = [
        ...sent,
        // Of blocks that were read to their end, only what came is to be told.
        ...moves.map(({ block, ...move }) => ({
          block,
          amount: isKnown(block) ? cameOf(move, address) : netOf([move], address),
        })),
      ]
      listed = moves.map(({ block, ...move }) => ({ block, amount: cameOf(move, address) }))
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
    for (let looked = 0; looked < MOST_BLOCKS && !isNearly(rest()); looked++) {
      const block = await firstChanged()
      const change = (await heldAt(block)) - (await heldAt(block - 1))
      const read = await movesIn(balances, block, { address, contract, change, house })
      blocks.push(read)
      const left = change - netOf(read.moves, address)
      found.push(...read.moves.filter(({ to }) => to === address))
      const writtenDown = sum(came.filter((each) => each.block === block))
      const gone =
        contract === null
          ? writtenDown - sum(read.moves.map((move) => ({ block, amount: cameOf(move, address) })))
          : 0n
      if (gone > 0n && !isNearly(gone)) unexplained -= gone
      if (contract === null && left > 0n) unknown.push({ ...read, amount: left })
      // What an address of the house spends is the operator's, fees and what its contract does among it.
      else if (contract !== null) unexplained += left
      told = [...told.filter((each) => each.block !== block), { block, amount: change }]
      if (block > last.block) last = { block, amount: await heldAt(block) }
    }
    if (isNearly(rest()) || unexplained !== 0n || last.block === from.block) return end()
    // What anybody may send with each block must not have the same first ones read for ever.
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

/** What a block moved; inside its transactions only where that is needed. */
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

/** In parts, as small as the node wants them. */
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
    throw new NodeUnavailable(`The node does not show what became of ${txId}`)
  const { block, at } = receipt
  return receipt.transfers.filter(({ to }) => to === address).map((each) => ({ ...each, txId, block, at }))
}

/** What of the chain's own coin is written down since a block, in its smallest unit. */
async function writtenDown(
  { db, chain, finalBlock }: SettleOptions,
  address: EvmAddress,
  { token, from }: { readonly token: EvmToken; readonly from: number },
): Promise<readonly Change[]> {
  const rows = await db
    .selectFrom('deposit')
    .select(['tx_id', 'log_index', 'block', 'amount'])
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
        .where('chain', '=', chain.chain)
        .where('recipient', '=', address)
        .where('contract', '=', NATIVE_COIN)
        .where('block', '>', String(from))
        .where('block', '<=', String(finalBlock)),
    )
    .execute()
  return rows.map(({ block, amount }) => ({
    block: Number(block),
    amount: fromLedger(BigInt(amount), token),
  }))
}

type Move = Pick<EvmTransfer, 'from' | 'to' | 'amount'>
const cameOf = ({ to, amount }: Move, address: string) => (to === address ? amount : 0n)
const netOf = (moves: readonly Move[], address: string) =>
  moves.reduce((net, move) => net + cameOf(move, address) - (move.from === address ? move.amount : 0n), 0n)
/**
 * What of the chain's own coin is no difference: the ledger keeps a little less than what came, and what is too little
 * to be written down anybody may send with every block. Of tokens each unit is counted.
 */
const leftOverOf = (changes: readonly Change[], token: EvmToken) =>
  token.contract === null ? BigInt(changes.length) * fromLedger(1n, token) + leastOf(token) - 1n : 0n
const sum = (changes: readonly Change[]) => changes.reduce((total, { amount }) => total + amount, 0n)
const isNear = (difference: bigint, leftOver: bigint) => difference <= leftOver && difference >= -leftOver
