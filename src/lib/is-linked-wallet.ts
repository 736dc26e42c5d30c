import type { LinkedWallet } from '#contract/account.ts'
import { isSameAddress } from '#contract/same-address.ts'

/** Compares address and chain: on another chain, a contract with the same address may belong to somebody else. */
export const isLinkedWallet = (
  { address, provenBy, chainId }: LinkedWallet,
  connected: { readonly address: string; readonly chainId: number },
): boolean =>
  isSameAddress(address, connected.address) && (provenBy !== 'contract' || chainId === connected.chainId)
