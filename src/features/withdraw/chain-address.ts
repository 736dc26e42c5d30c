import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { parseEvmAddress } from '#contract/evm-checksum.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'

const NOWHERE = `0x${'0'.repeat(40)}`

/** Whether a text is an address of the chain, its checksum included: a mistyped one is told before it is sent. */
export function isChainAddress(text: string, addresses: WithdrawalTerms['addresses']): boolean {
  return addresses === 'evm' ? parseEvmAddress(text) !== null && text !== NOWHERE : isTronAddress(text)
}

const base58check = createBase58check(sha256)
/** First byte of every address of TRON. */
const PREFIX = 0x41
const LENGTH = 21

/** Whether a text is an address of TRON, its checksum included: a mistyped one is told before it is sent. */
function isTronAddress(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === LENGTH && bytes[0] === PREFIX
  } catch {
    return false
  }
}
