import type { Chain } from '#contract/config.ts'
import type { NftCollection, NftHoldings } from '#contract/wallet.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { createAnswerCache, type Clock } from '#server/http/answer-cache.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { WalletConfig } from '#server/wallet-config.ts'
import { NodeUnavailable, RpcFailure, type ChainNode } from '#server/wallets/chain-node.ts'
import { createChainNodes } from '#server/wallets/chain-nodes.ts'
import { inLanes } from './in-lanes.ts'
import { createNftContracts } from './nft-contracts.ts'
import {
  FIRST_PACE,
  keyOf,
  scanNftTransfers,
  type NftToken,
  type NftTransfers,
  type ScanPace,
} from './nft-transfers.ts'

/** Shorter than an endpoint's time, so that players hear what is known by then. */
const TOTAL_MS = 4_300
const SCAN_MS = 2_000
/** Callers that come at the same time, or again at once, share one look at the chain. */
const SHARE_MS = 2_000
const DAY_MS = 24 * 60 * 60_000
/** Looks at one chain at the same time. */
const MAX_AT_ONCE = 4
/** Calls of one look that the node is given at the same time. */
const LANES = 10
/** Tokens that are confirmed and shown. */
const MAX_TOKENS = 80
/** Of one collection that the operator has named. */
const MAX_LISTED = 40
/** Wallets whose transfers are remembered, so that a second look reads only what is new, and goes further back. */
const MAX_WALLETS = 300
/** A contract that claims more says nothing. */
const MAX_OTHERS = 1_000_000n

interface Sources {
  readonly config: Pick<WalletConfig, 'nodeUrls' | 'nftCollections'>
  readonly chains: readonly Chain[]
  readonly clock: Clock
}

interface Asked {
  /** In lower case. */
  readonly address: string
  readonly chainId: number
}

/** A collection that the operator has named, as its contract tells. */
interface Listed {
  readonly contract: string
  readonly balance: bigint
  readonly ids: readonly bigint[]
  /** The node did not even say how many there are. */
  readonly isUnanswered: boolean
}

/** What wallets hold of NFTs, read from the nodes of the chains and from nobody else. */
export function createNftHoldings({ config, chains, clock }: Sources) {
  const nodes = createChainNodes(config.nodeUrls)
  const answers = createAnswerCache<NftHoldings | null>(clock, SHARE_MS)
  const names = createAnswerCache<{ name: string | null; symbol: string | null }>(clock, DAY_MS)
  const transfers = new Map<string, NftTransfers>()
  const paces = new Map<number, ScanPace>()
  const running = new Map<number, number>()

  return {
    /** @throws ApiFailure `wallet_chain_unsupported`, `wallet_chain_unavailable` */
    async read({ address, chainId }: Asked): Promise<NftHoldings | null> {
      if (!chains.some(({ id }) => id === chainId)) {
        throw new ApiFailure('wallet_chain_unsupported', 'This server does not serve the chain')
      }
      const node = nodes.get(chainId)
      if (!node) return null
      return answers.get(`${chainId} ${address}`, () => inTurn(chainId, () => look(node, chainId, address)))
    },
  }

  async function inTurn<T>(chainId: number, work: () => Promise<T>): Promise<T> {
    const count = running.get(chainId) ?? 0
    if (count >= MAX_AT_ONCE) throw unavailable('Too many ask for this chain at once')
    running.set(chainId, count + 1)
    try {
      return await work()
    } catch (error) {
      const isNode = error instanceof NodeUnavailable || error instanceof RpcFailure
      throw isNode ? unavailable('The node of the chain does not answer') : error
    } finally {
      running.set(chainId, (running.get(chainId) ?? 1) - 1)
    }
  }

  async function look(wholeNode: ChainNode, chainId: number, owner: string): Promise<NftHoldings> {
    const node = until(wholeNode, Date.now() + TOTAL_MS)
    const source = createEvmNode(node)
    const contracts = createNftContracts(node)
    const head = await source.head()
    const [came, listed] = await Promise.all([
      scan(node, chainId, owner, head.block),
      Promise.all((config.nftCollections.get(chainId) ?? []).map((each) => list(contracts, each, owner))),
    ])
    const candidates = unique([...listed.flatMap(tokensOf), ...came.tokens])
    const asked = candidates.slice(0, MAX_TOKENS)
    const [since, amounts] = await Promise.all([
      came.from > 0 && came.from <= head.block ? source.block(came.from) : null,
      inLanes(asked, LANES, ({ standard, contract, id }) =>
        orNull(contracts.amountOf(standard, contract, id, owner)),
      ),
    ])
    const unanswered = amounts.filter((amount) => amount === null).length
    if (unanswered > 0 && unanswered === asked.length) throw new NodeUnavailable('No token was confirmed')
    const held = asked.flatMap((token, at) => {
      const amount = amounts[at] ?? 0n
      return amount > 0n ? [{ ...token, amount }] : []
    })
    const balances = new Map(listed.map(({ contract, balance }) => [contract, balance]))
    const shown = new Set([
      ...listed.filter(({ balance }) => balance > 0n).map(({ contract }) => contract),
      ...held.map(({ contract }) => contract),
    ])
    const collections = await inLanes([...shown], LANES, (contract) => describe(contract))
    return {
      at: momentOf(head.at),
      reach: reachOf(came, since?.at),
      collections,
      unanswered: unanswered + listed.filter(({ isUnanswered }) => isUnanswered).length,
      skipped: candidates.length - asked.length + came.dropped,
    }

    async function describe(contract: string): Promise<NftCollection> {
      const own = held.filter((token) => token.contract === contract)
      const standard = own[0]?.standard ?? 'erc721'
      const [words, balance] = await Promise.all([
        orNull(names.get(`${chainId} ${contract}`, () => contracts.describe(contract))),
        standard === 'erc1155'
          ? 0n
          : (balances.get(contract) ?? orNull(contracts.balanceOf(contract, owner))),
      ])
      const others = (balance ?? 0n) - BigInt(own.length)
      return {
        ...{ contract, standard, name: words?.name ?? null, symbol: words?.symbol ?? null },
        tokens: own.map(({ id, amount }) => ({ id: String(id), amount: String(amount) })),
        others: others > 0n && others <= MAX_OTHERS ? Number(others) : 0,
      }
    }
  }

  async function scan(node: ChainNode, chainId: number, owner: string, head: number) {
    const key = `${chainId} ${owner}`
    const pace = paces.get(chainId) ?? { blocks: FIRST_PACE }
    paces.set(chainId, pace)
    const found = await scanNftTransfers(node, {
      ...{ owner, head, pace, known: transfers.get(key), until: Date.now() + SCAN_MS },
    })
    transfers.delete(key)
    transfers.set(key, found)
    for (const oldest of transfers.keys()) {
      if (transfers.size <= MAX_WALLETS) break
      transfers.delete(oldest)
    }
    return found
  }
}

async function list(
  contracts: ReturnType<typeof createNftContracts>,
  contract: string,
  owner: string,
): Promise<Listed> {
  const balance = await orNull(contracts.balanceOf(contract, owner))
  if (balance === null) return { contract, balance: 0n, ids: [], isUnanswered: true }
  const count = balance < BigInt(MAX_LISTED) ? Number(balance) : MAX_LISTED
  const indexes = Array.from({ length: count }, (_, index) => BigInt(index))
  // A contract that does not list its first token lists none.
  const first = count > 0 ? await orNull(contracts.tokenAt(contract, owner, 0n)) : null
  if (first === null) return { contract, balance, ids: [], isUnanswered: false }
  const rest = await inLanes(indexes.slice(1), LANES, (index) =>
    orNull(contracts.tokenAt(contract, owner, index)),
  )
  const ids = [first, ...rest].filter((id) => id !== null)
  return { contract, balance, ids, isUnanswered: false }
}

const tokensOf = ({ contract, ids }: Listed): NftToken[] =>
  ids.map((id) => ({ contract, id, standard: 'erc721', block: 0, logIndex: 0 }))

const unique = (tokens: readonly NftToken[]): NftToken[] => [
  ...new Map(tokens.map((token) => [keyOf(token), token])).values(),
]

function reachOf({ from, goesOn }: NftTransfers, sinceMs: number | undefined): NftHoldings['reach'] {
  if (from === 0) return { kind: 'all' }
  return sinceMs === undefined ? { kind: 'none' } : { kind: 'since', at: momentOf(sinceMs), goesOn }
}

function momentOf(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) throw new NodeUnavailable('The node names a moment that is none')
  return date.toISOString()
}

/** The node, which is asked for nothing after a moment (milliseconds since the epoch). */
const until = (node: ChainNode, end: number): ChainNode => ({
  async request(method, params, timeoutMs = TOTAL_MS, maxBytes) {
    const left = end - Date.now()
    if (left <= 0) throw new NodeUnavailable('There is no time left to ask the node')
    return node.request(method, params, Math.min(timeoutMs, left), maxBytes)
  },
})

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof NodeUnavailable) return null
    throw error
  })

const unavailable = (message: string) => new ApiFailure('wallet_chain_unavailable', message)
