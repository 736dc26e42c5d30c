import { isEvmAddress, withChecksum } from '#contract/evm-checksum.ts'
import { isTronAddress } from './tron-address.ts'

declare const KIND: unique symbol

/** With the capitals of its checksum, https://eips.ethereum.org/EIPS/eip-55 */
export type EvmAddress = string & { readonly [KIND]: 'evm' }
export type TronAddress = string & { readonly [KIND]: 'tron' }
/** An address that money can be sent to, as it is kept and shown. */
export type ChainAddress = EvmAddress | TronAddress

/** What somebody has typed as an address of such a chain, its checksum looked at; null when it is none. */
export function parseAddress(text: string, kind: 'evm' | 'tron'): ChainAddress | null {
  if (kind === 'evm') return isEvmAddress(text) ? (withChecksum(text) as EvmAddress) : null
  return isTronAddress(text) ? (text as TronAddress) : null
}
