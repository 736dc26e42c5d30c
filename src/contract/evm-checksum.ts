import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EvmAddress, ShownEvmAddress } from './values.ts'

const FORM = /^0x[0-9a-fA-F]{40}$/

/** https://eips.ethereum.org/EIPS/eip-55 */
export function withChecksum(address: EvmAddress): ShownEvmAddress {
  const digits = address.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) => (hash.charAt(at) > '7' ? digit.toUpperCase() : digit))}` as ShownEvmAddress
}

/** Null for a text that is not an address, or whose capitals contradict its checksum. */
export function parseEvmAddress(text: string): EvmAddress | null {
  if (!FORM.test(text)) return null
  const digits = text.slice(2)
  const address = text.toLowerCase() as EvmAddress
  const hasNoChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return hasNoChecksum || text === withChecksum(address) ? address : null
}
