import { RpcFailure, type ChainNode } from './chain-node.ts'

interface Signed {
  readonly message: string
  readonly signature: string
  /** Who is said to have signed. */
  readonly address: string
}

type Hex = `0x${string}`

/** What a node calls a contract that stops instead of answering. */
const STOPPED = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i
const REVERTED = 3
const KEY_SIGNATURE_LENGTH = 2 + 65 * 2
/** Shorter than the handler's own limit. */
const TIMEOUT_MS = 3_500

/**
 * Whether the wallet signed the message: with its key, or, where it is a contract, in whatever way that
 * contract accepts (EIP-1271; EIP-6492 for one that is not deployed yet).
 *
 * viem's own check takes a node that is down for a wrong signature, so the call is made here. Without a node
 * a signature of a key's length that is another's counts as wrong, any other as one nobody can judge.
 * @throws NodeUnavailable or RpcFailure when only the node could tell, and does not
 */
export async function isSignedBy(
  { message, signature, address }: Signed,
  node: ChainNode | null,
): Promise<boolean | 'unknown'> {
  // Loaded when the first wallet logs in: a third of a second that no start has to wait for.
  const viem = await import('viem')
  const hash = viem.hashMessage(message)
  if (await isKeySignature(hash, signature as Hex, address)) return true
  if (!node) return signature.length === KEY_SIGNATURE_LENGTH ? false : 'unknown'
  const data = viem.encodeDeployData({
    abi: viem.erc6492SignatureValidatorAbi,
    bytecode: viem.erc6492SignatureValidatorByteCode,
    args: [address as Hex, hash, signature as Hex],
  })
  try {
    const answer = await node.request('eth_call', [{ data }, 'latest'], TIMEOUT_MS)
    return typeof answer === 'string' && /^0x0*1$/.test(answer)
  } catch (error) {
    const isStopped = error instanceof RpcFailure && (error.code === REVERTED || STOPPED.test(error.message))
    if (isStopped) return false
    throw error
  }
}

async function isKeySignature(hash: Hex, signature: Hex, address: string): Promise<boolean> {
  if (signature.length !== KEY_SIGNATURE_LENGTH) return false
  const { recoverAddress } = await import('viem')
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() === address
  } catch {
    return false
  }
}
