import { isEvmAddress } from '#contract/evm-checksum.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { isTronAddress } from './tron-address.ts'

const NOWHERE = `0x${'0'.repeat(40)}`

/** Whether a text is an address of the chain, its checksum included: a mistyped one is told before it is sent. */
export function isChainAddress(text: string, addresses: WithdrawalTerms['addresses']): boolean {
  return addresses === 'evm' ? isEvmAddress(text) && text !== NOWHERE : isTronAddress(text)
}
