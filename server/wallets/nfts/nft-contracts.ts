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

type NftFunction = 'ownerOf' | 'balanceOf' | 'tokenOfOwnerByIndex' | 'name' | 'symbol'
type Erc = 'erc721' | 'erc1155'

const SIGNATURES = {
  erc721: [
    'function ownerOf(uint256) view returns (address)',
    'function balanceOf(address) view returns (uint256)',
    'function tokenOfOwnerByIndex(address, uint256) view returns (uint256)',
    'function name() view returns (string)',
    'function symbol() view returns (string)',
  ],
  erc1155: ['function balanceOf(address, uint256) view returns (uint256)'],
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
  ): Promise<unknown> {
    const { decodeFunctionResult, encodeFunctionData, parseAbi } = await import('viem')
    const abi = parseAbi<readonly string[]>(SIGNATURES[standard])
    const call = { to, data: encodeFunctionData({ abi, functionName, args }), gas: GAS }
    const answer = await node.request('eth_call', [call, 'latest'], TIMEOUT_MS, MAX_BYTES).catch(refusal)
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
