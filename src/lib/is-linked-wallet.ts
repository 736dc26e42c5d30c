import type { LinkedWallet } from '#contract/account.ts'
import { isSameAddress } from '#contract/same-address.ts'

/** Whether a linked wallet is the one on this chain: on another, a contract's address may be somebody else's. */
export const isLinkedWallet = (
  { address, provenBy, chainId }: LinkedWallet,
  connected: { readonly address: string; readonly chainId: number },
): boolean =>
  isSameAddress(address, connected.address) && (provenBy !== 'contract' || chainId === connected.chainId)
