import { isSameAddress } from '#contract/same-address.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { Signatory } from '#server/identity/wallet-owners.ts'
import * as v from 'valibot'
import { requestParsed, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'

interface Signed {
  readonly message: string
  readonly signature: string
  /** The claimed signer. */
  readonly address: EvmAddress
}

type Hex = `0x${string}`

/** Error messages of nodes for a contract that aborts. */
const STOPPED = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i
const REVERTED = 3
const lengthOf = (bytes: number) => 2 + bytes * 2
const KEY_SIGNATURE_LENGTH = lengthOf(65)
/** The validator cannot distinguish shorter signatures from ERC-6492 ones. */
const LEAST_LENGTH = lengthOf(32)
/** Shorter than the endpoint's timeout. */
const TIMEOUT_MS = 3_500
/** The validator returns one byte. Some nodes pad it to a word. */
const VerdictSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:(?:00){31})?0[01]$/),
  v.transform((text) => text.endsWith('1')),
)

/**
 * Verifies a signature by the wallet's key or, for a contract wallet, by the contract (EIP-1271; EIP-6492 before its
 * deployment). Calls the node directly, because viem reports an unreachable node as a wrong signature.
 * @returns `unknown` only without a node, for a signature that is not of a key's length
 * @throws NodeUnavailable or RpcFailure when the node is needed and fails
 */
export async function signatoryOf(
  { message, signature, address }: Signed,
  node: ChainNode | null,
): Promise<Signatory | 'wrong' | 'unknown'> {
  // Lazy: loading viem takes a third of a second.
  const viem = await import('viem')
  const hash = viem.hashMessage(message)
  if (await isKeySignature(hash, signature as Hex, address)) return 'key'
  if (!node) return signature.length === KEY_SIGNATURE_LENGTH ? 'wrong' : 'unknown'
  const asked =
    signature.length >= LEAST_LENGTH
      ? (signature as Hex)
      : viem.serializeErc6492Signature({
          address: viem.zeroAddress,
          data: '0x',
          signature: signature as Hex,
        })
  const data = viem.encodeDeployData({
    abi: viem.erc6492SignatureValidatorAbi,
    bytecode: viem.erc6492SignatureValidatorByteCode,
    args: [address, hash, asked],
  })
  try {
    const question = { schema: VerdictSchema, method: 'eth_call', params: [{ data }, 'latest'] }
    return (await requestParsed(node, { ...question, timeoutMs: TIMEOUT_MS })) ? 'contract' : 'wrong'
  } catch (error) {
    const isStopped = error instanceof RpcFailure && (error.code === REVERTED || STOPPED.test(error.message))
    if (isStopped) return 'wrong'
    throw error
  }
}

async function isKeySignature(hash: Hex, signature: Hex, address: EvmAddress): Promise<boolean> {
  if (signature.length !== KEY_SIGNATURE_LENGTH) return false
  const { recoverAddress } = await import('viem')
  try {
    return isSameAddress(address, await recoverAddress({ hash, signature }))
  } catch {
    return false
  }
}
