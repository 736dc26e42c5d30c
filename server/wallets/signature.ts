import { isSameAddress } from '#contract/same-address.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { Signatory } from '#server/identity/wallet-owners.ts'
import * as v from 'valibot'
import { requestParsed, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'

interface Signed {
  readonly message: string
  readonly signature: string
  /** Who is said to have signed. */
  readonly address: EvmAddress
}

type Hex = `0x${string}`

/** What a node calls a contract that stops instead of answering. */
const STOPPED = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i
const REVERTED = 3
const lengthOf = (bytes: number) => 2 + bytes * 2
const KEY_SIGNATURE_LENGTH = lengthOf(65)
/** What is shorter the validator cannot tell from one of EIP-6492. */
const LEAST_LENGTH = lengthOf(32)
/** Shorter than the handler's own limit. */
const TIMEOUT_MS = 3_500
/** The validator's verdict is one byte; some nodes pad it to a word. */
const VerdictSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:(?:00){31})?0[01]$/),
  v.transform((text) => text.endsWith('1')),
)

/**
 * Who signed the message for the wallet: its key, or, where it is a contract, whatever that contract accepts
 * (EIP-1271; EIP-6492 for one that is not deployed yet); `wrong` when it was neither.
 *
 * viem's own check takes a node that is down for a wrong signature, so the call is made here. Without a node
 * a signature of a key's length that is another's counts as wrong, any other as one nobody can judge.
 * @throws NodeUnavailable or RpcFailure when only the node could tell, and does not
 */
export async function signatoryOf(
  { message, signature, address }: Signed,
  node: ChainNode | null,
): Promise<Signatory | 'wrong' | 'unknown'> {
  // Loaded when the first wallet logs in: a third of a second that no start has to wait for.
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
