import { parseEvmAddress, withChecksum } from '#contract/evm-checksum.ts'
import type { ShownEvmAddress, TronAddress } from '#contract/values.ts'
import { isTronAddress } from './tron-address.ts'

/** An address that money can be sent to, as it is kept and shown. */
export type ChainAddress = ShownEvmAddress | TronAddress

/** What somebody has typed as an address of such a chain, its checksum looked at; null when it is none. */
export function parseAddress(text: string, kind: 'evm' | 'tron'): ChainAddress | null {
  if (kind === 'tron') return isTronAddress(text) ? text : null
  const address = parseEvmAddress(text)
  return address && withChecksum(address)
}
