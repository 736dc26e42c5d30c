import { randomBytes } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { tronAddressOf } from './tron-address.ts'

/** Depth of an account's key in BIP-44, m/44'/195'/0', and of the branch of its receiving addresses, …/0. */
const ACCOUNT_DEPTH = 3
const RECEIVING_DEPTH = 4
const ACCOUNT_PATH = "m/44'/195'/0'"

/** Why a text is no key that addresses can be derived from; null when it is one. */
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

/** The TRON address m/44'/195'/0'/0/`index` below an extended public key that `extendedKeyProblem` approved. */
export function depositAddressAt(xpub: string, index: number): string {
  const key = HDKey.fromExtendedKey(xpub)
  const receiving = key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key
  const { publicKey } = receiving.deriveChild(index)
  if (publicKey === null) throw new Error('An extended key without a public key')
  return tronAddressOf(publicKey)
}

/**
 * The extended public key of an account whose private key nobody has, for the practice chain: what somebody
 * sends to its addresses on the real one by mistake is lost, but at least no stranger takes it, as he does
 * from the well-known keys of documentation.
 */
export function createPracticeKey(): string {
  return HDKey.fromMasterSeed(randomBytes(64)).derive(ACCOUNT_PATH).publicExtendedKey
}
