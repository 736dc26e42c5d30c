import type { EvmAddress } from '#contract/values.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { NFT_NAME_MAX } from '#contract/wallet.ts'
import { isTooLarge, NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'

const TIMEOUT_MS = 1_500
/** Contracts can return names of any length. */
const MAX_BYTES = 16 * 1024
/** More than an honest contract needs. Limits dishonest ones. */
const GAS = '0x2dc6c0'

const REFUSED = Symbol('refused')

/** On-chain collections answer with the whole picture. */
const URI_LIMITS = { timeoutMs: 4_000, maxBytes: 512 * 1024 }

type NftFunction = 'ownerOf' | 'balanceOf' | 'tokenOfOwnerByIndex' | 'name' | 'symbol' | 'tokenURI' | 'uri'
type Erc = 'erc721' | 'erc1155'

export type Standing = 'held' | 'not-held' | 'unknown'

interface AskedToken {
  readonly standard: Erc
  readonly contract: EvmAddress
  readonly id: bigint
  readonly address: EvmAddress
}

const SIGNATURES = {
  erc721: [
    'function ownerOf(uint256) view returns (address)',
    'function balanceOf(address) view returns (uint256)',
    'function tokenOfOwnerByIndex(address, uint256) view returns (uint256)',
    'function name() view returns (string)',
    'function symbol() view returns (string)',
    'function tokenURI(uint256) view returns (string)',
  ],
  erc1155: [
    'function balanceOf(address, uint256) view returns (uint256)',
    'function uri(uint256) view returns (string)',
  ],
} as const

/**
 * Reads NFT contracts at the newest block. They are untrusted, so each answer is limited in time, gas and bytes. All
 * functions throw NodeUnavailable when the node does not answer.
 */
export function createNftContracts(node: ChainNode) {
  return {
    /** For ERC-721 1 or 0. */
    async amountOf(standard: Erc, contract: EvmAddress, id: bigint, owner: EvmAddress): Promise<bigint> {
      if (standard === 'erc1155') return asCount(await read('erc1155', contract, 'balanceOf', [owner, id]))
      const holder = await read('erc721', contract, 'ownerOf', [id])
      return typeof holder === 'string' && isSameAddress(holder, owner) ? 1n : 0n
    },
    /** Unlike `amountOf`, takes no refusal for a no. */
    async standing({ standard, contract, id, address }: AskedToken): Promise<Standing> {
      if (standard === 'erc1155') {
        const amount = await read('erc1155', contract, 'balanceOf', [address, id])
        return typeof amount !== 'bigint' ? 'unknown' : amount > 0n ? 'held' : 'not-held'
      }
      const holder = await read('erc721', contract, 'ownerOf', [id])
      // Contracts do not answer with address 0, but useless nodes do.
      if (typeof holder === 'string' && BigInt(holder) !== 0n) {
        return isSameAddress(holder, address) ? 'held' : 'not-held'
      }
      // A burned token has no holder. A node that knows nothing of the contract does not answer this either.
      return (await read('erc721', contract, 'balanceOf', [address])) === 0n ? 'not-held' : 'unknown'
    },
    /** Address of the description; null if the contract has none. */
    async uriOf(contract: EvmAddress, id: bigint): Promise<string | null> {
      const own = await read('erc721', contract, 'tokenURI', [id], URI_LIMITS)
      if (typeof own === 'string') return own
      const shared = await read('erc1155', contract, 'uri', [id], URI_LIMITS)
      return typeof shared === 'string' ? shared.replaceAll('{id}', id.toString(16).padStart(64, '0')) : null
    },
    /** ERC-721 only. */
    async balanceOf(contract: EvmAddress, owner: EvmAddress): Promise<bigint> {
      return asCount(await read('erc721', contract, 'balanceOf', [owner]))
    },
    /** Null when the contract is not enumerable. */
    async tokenAt(contract: EvmAddress, owner: EvmAddress, index: bigint): Promise<bigint | null> {
      const id = await read('erc721', contract, 'tokenOfOwnerByIndex', [owner, index])
      return typeof id === 'bigint' ? id : null
    },
    async describe(contract: EvmAddress): Promise<{ name: string | null; symbol: string | null }> {
      const [name, symbol] = await Promise.all([
        read('erc721', contract, 'name', []),
        read('erc721', contract, 'symbol', []),
      ])
      return { name: asLine(name), symbol: asLine(symbol) }
    },
  }

  async function read(
    standard: Erc,
    to: string,
    functionName: NftFunction,
    args: readonly unknown[],
    { timeoutMs, maxBytes } = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
  ): Promise<unknown> {
    const { decodeFunctionResult, encodeFunctionData, parseAbi } = await import('viem')
    const abi = parseAbi<readonly string[]>(SIGNATURES[standard])
    const call = { to, data: encodeFunctionData({ abi, functionName, args }), gas: GAS }
    const answer = await node.request('eth_call', [call, 'latest'], timeoutMs, maxBytes).catch(refusal)
    if (typeof answer !== 'string') return REFUSED
    try {
      return decodeFunctionResult({ abi, functionName, data: answer as `0x${string}` })
    } catch {
      return REFUSED
    }
  }
}

const asCount = (answer: unknown) => (typeof answer === 'bigint' ? answer : 0n)
const asLine = (answer: unknown) => (typeof answer === 'string' ? plainLine(answer, NFT_NAME_MAX) : null)

/** Distinguishes a contract that fails or answers too much from a node that fails or limits the rate. */
function refusal(error: unknown): typeof REFUSED {
  const isNo =
    error instanceof RpcFailure && (error.code === 3 || /revert|gas|invalid op|stack/i.test(error.message))
  if (isNo || isTooLarge(error)) return REFUSED
  throw error instanceof RpcFailure ? new NodeUnavailable('The node takes no calls', { cause: error }) : error
}

/** Invisible characters and those that affect their surroundings: controls, bidi marks, joiners, blank fillers. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Stacked combining marks overlap the neighbouring lines. */
const HEAPED_MARKS = /(\p{M}{2})\p{M}+/gu

/** Sanitizes untrusted text to one line; null for empty text. */
export function plainLine(text: string, max: number): string | null {
  // Limits the work for very long text.
  const line = text
    .slice(0, 20 * max)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(HEAPED_MARKS, '$1')
    .trim()
  if (line.length <= max) return line === '' ? null : line
  let cut = ''
  for (const character of line) {
    if (cut.length + character.length >= max) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}
