import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const FORM = /^0x[0-9a-fA-F]{40}$/

/** An address of an EVM chain with the capitals of its checksum, https://eips.ethereum.org/EIPS/eip-55 */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) => (hash.charAt(at) > '7' ? digit.toUpperCase() : digit))}`
}

/** Whether a text is an address of an EVM chain; one with small and capital letters must have them right. */
export function isEvmAddress(text: string): boolean {
  if (!FORM.test(text)) return false
  const digits = text.slice(2)
  const hasNoChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return hasNoChecksum || text === withChecksum(text)
}
