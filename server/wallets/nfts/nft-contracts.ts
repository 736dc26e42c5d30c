import type { EvmAddress } from '#contract/values.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { NFT_NAME_MAX } from '#contract/wallet.ts'
import { isTooLarge, NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { plainLine } from './plain-line.ts'

const TIMEOUT_MS = 1_500
/** A name may be long, and a contract may answer with whatever it likes. */
const MAX_BYTES = 16 * 1024
/** Far more than an honest contract needs for any of these; a dishonest one runs no longer than this. */
const GAS = '0x2dc6c0'

/** The contract has no such function, or has no answer to it that can be read. */
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
 * What contracts of NFTs say at the newest block. They are strangers: each answer is bounded in time, gas and
 * bytes. All of it throws NodeUnavailable when the node does not answer.
 */
export function createNftContracts(node: ChainNode) {
  return {
    /** How many of a token the owner holds; 1 or 0 of an ERC-721. */
    async amountOf(standard: Erc, contract: EvmAddress, id: bigint, owner: EvmAddress): Promise<bigint> {
      if (standard === 'erc1155') return asCount(await read('erc1155', contract, 'balanceOf', [owner, id]))
      const holder = await read('erc721', contract, 'ownerOf', [id])
      return typeof holder === 'string' && isSameAddress(holder, owner) ? 1n : 0n
    },
    /** How many of an ERC-721's tokens the owner holds. */
    async balanceOf(contract: EvmAddress, owner: EvmAddress): Promise<bigint> {
      return asCount(await read('erc721', contract, 'balanceOf', [owner]))
    },
    /** One of the owner's tokens; null where the contract does not list them. */
    async tokenAt(contract: EvmAddress, owner: EvmAddress, index: bigint): Promise<bigint | null> {
      const id = await read('erc721', contract, 'tokenOfOwnerByIndex', [owner, index])
      return typeof id === 'bigint' ? id : null
    },
    /** What the contract calls itself. */
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

/** Tells a contract that says no, or says far too much, from a node that does not answer or has had enough. */
function refusal(error: unknown): typeof REFUSED {
  const isNo =
    error instanceof RpcFailure && (error.code === 3 || /revert|gas|invalid op|stack/i.test(error.message))
  if (isNo || isTooLarge(error)) return REFUSED
  throw error instanceof RpcFailure ? new NodeUnavailable('The node takes no calls', { cause: error }) : error
}
