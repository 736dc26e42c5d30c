import { randomBytes } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { tronAddressOf } from './tron-address.ts'

/** Depth of the account key m/44'/195'/0' (BIP-44), and of its branch of receiving addresses. */
const ACCOUNT_DEPTH = 3
const RECEIVING_DEPTH = 4
const ACCOUNT_PATH = "m/44'/195'/0'"

/** Null for a valid key. */
export function extendedKeyProblem(text: string): string | null {
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text)
  } catch {
    return 'must be an extended public key (xpub…), complete and without a typing error'
  }
  if (key.privateKey !== null) return 'must be an extended public key, never a private one'
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== RECEIVING_DEPTH) {
    return "must be the extended public key of the account m/44'/195'/0', or of its branch m/44'/195'/0'/0"
  }
  return null
}

/** Derives the TRON address m/44'/195'/0'/0/`index`. `extendedKeyProblem` must have approved the key. */
export function depositAddressAt(xpub: string, index: number): string {
  const key = HDKey.fromExtendedKey(xpub)
  const receiving = key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key
  const { publicKey } = receiving.deriveChild(index)
  if (publicKey === null) throw new Error('An extended key without a public key')
  return tronAddressOf(publicKey)
}

/**
 * A key for the practice chain. Its private key is discarded: money sent to its addresses on the real chain by mistake is
 * lost, but no stranger can take it, as they could with the well-known test keys.
 */
export function createPracticeKey(): string {
  return HDKey.fromMasterSeed(randomBytes(64)).derive(ACCOUNT_PATH).publicExtendedKey
}
