import type { EvmAddress } from '#contract/values.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { NftCollection, NftHoldings } from '#contract/wallet.ts'
import type { Clock } from '#server/base/clock.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { NodeUnavailable, type ChainNode } from '#server/chains/chain-node.ts'
import { createNftContracts } from './nft-contracts.ts'
import { looksLikeSpam } from './nft-spam.ts'
import {
  FIRST_PACE,
  keyOf,
  scanNftTransfers,
  type NftToken,
  type NftTransfers,
  type ScanPace,
} from './nft-transfers.ts'

const SCAN_MS = 2_000
const DAY_MS = 24 * 60 * 60_000
const MAX_TOKENS = 80
/** For each collection that the operator has configured. */
const MAX_LISTED = 40
/** Cached transfers of so many wallets. A second scan reads only new blocks, and goes further back. */
const MAX_WALLETS = 300
/** A higher claim of a contract is ignored. */
const MAX_OTHERS = 1_000_000n

interface LookSources {
  readonly collections: WalletConfig['nftCollections']
  readonly clock: Clock
}

interface Listed {
  readonly contract: EvmAddress
  readonly balance: bigint
  readonly ids: readonly bigint[]
  readonly isUnanswered: boolean
}

/** Holds the state that outlives a scan. */
export function createNftLooks({ collections: named, clock }: LookSources) {
  const names = createAnswerCache<{ name: string | null; symbol: string | null }>(clock, DAY_MS)
  const transfers = new Map<string, NftTransfers>()
  const paces = new Map<number, ScanPace>()

  return { look }

  /** @throws NodeUnavailable, RpcFailure */
  async function look(node: ChainNode, chainId: number, owner: EvmAddress): Promise<NftHoldings> {
    const source = createEvmNode(node)
    const contracts = createNftContracts(node)
    const head = await source.head()
    const [came, listed] = await Promise.all([
      scan(node, chainId, owner, head.block),
      listAll(contracts, named.get(chainId) ?? [], owner),
    ])
    const candidates = unique([...listed.flatMap(tokensOf), ...came.tokens])
    const asked = candidates.slice(0, MAX_TOKENS)
    // Tokens that a contract has just listed need no second request.
    const known = new Set(listed.flatMap(tokensOf).map(keyOf))
    const [since, amounts] = await Promise.all([
      came.from > 0 && came.from <= head.block ? source.block(came.from) : null,
      Promise.all(
        asked.map(async (token) =>
          known.has(keyOf(token))
            ? 1n
            : orNull(contracts.amountOf(token.standard, token.contract, token.id, owner)),
        ),
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
    const collections = await Promise.all([...shown].map((contract) => describe(contract)))
    return {
      at: momentOf(head.at),
      reach: reachOf(came, since?.at),
      collections,
      unanswered: unanswered + listed.filter(({ isUnanswered }) => isUnanswered).length,
      skipped: candidates.length - asked.length + came.dropped,
    }

    async function describe(contract: EvmAddress): Promise<NftCollection> {
      const own = held.filter((token) => token.contract === contract)
      const standard = own[0]?.standard ?? 'erc721'
      const [words, balance] = await Promise.all([
        orNull(names.get(`${chainId} ${contract}`, () => contracts.describe(contract))),
        standard === 'erc1155'
          ? 0n
          : (balances.get(contract) ?? orNull(contracts.balanceOf(contract, owner))),
      ])
      const others = (balance ?? 0n) - BigInt(own.length)
      const isNamed = named.get(chainId)?.includes(contract) === true
      return {
        contract: withChecksum(contract),
        standard,
        // A node that did not tell the name is no reason to hide anything.
        isSpam: !isNamed && words !== null && looksLikeSpam(words.name, words.symbol),
        name: words?.name ?? null,
        symbol: words?.symbol ?? null,
        tokens: own.map(({ id, amount }) => ({ id: String(id), amount: String(amount) })),
        others: others > 0n && others <= MAX_OTHERS ? Number(others) : 0,
      }
    }
  }

  async function scan(node: ChainNode, chainId: number, owner: EvmAddress, head: number) {
    const key = `${chainId} ${owner}`
    const pace = paces.get(chainId) ?? { blocks: FIRST_PACE }
    paces.set(chainId, pace)
    const found = await scanNftTransfers(node, {
      owner,
      head,
      pace,
      known: transfers.get(key),
      until: performance.now() + SCAN_MS,
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

/**
 * Balances and listed tokens of configured collections, at most MAX_TOKENS. Takes tokens in turn, so that a large collection
 * leaves room for others.
 */
async function listAll(
  contracts: ReturnType<typeof createNftContracts>,
  named: readonly EvmAddress[],
  owner: EvmAddress,
): Promise<Listed[]> {
  const balances = await Promise.all(named.map((contract) => orNull(contracts.balanceOf(contract, owner))))
  const tokenAt = async (at: number, index: number) => {
    const contract = named[at]
    return contract ? orNull(contracts.tokenAt(contract, owner, BigInt(index))) : null
  }
  const has = (at: number, index: number) => index < MAX_LISTED && BigInt(index) < (balances[at] ?? 0n)
  // A contract that does not return its first token is not enumerable.
  const firsts = await Promise.all(named.map(async (_, at) => (has(at, 0) ? tokenAt(at, 0) : null)))
  const listing = firsts.flatMap((first, at) => (first === null ? [] : [at]))
  const turns = Array.from({ length: MAX_LISTED - 1 }, (_, turn) =>
    listing.filter((at) => has(at, turn + 1)).map((at) => ({ at, index: turn + 1 })),
  )
  const rest = await Promise.all(
    turns
      .flat()
      .slice(0, MAX_TOKENS - listing.length)
      .map(async ({ at, index }) => ({ at, id: await tokenAt(at, index) })),
  )
  return named.map((contract, at) => {
    const balance = balances[at] ?? null
    const others = rest.filter((each) => each.at === at).map(({ id }) => id)
    const ids = [firsts[at] ?? null, ...others].filter((id) => id !== null)
    return { contract, balance: balance ?? 0n, ids, isUnanswered: balance === null }
  })
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

const momentOf = (ms: number) => new Date(ms).toISOString()

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof NodeUnavailable) return null
    throw error
  })
