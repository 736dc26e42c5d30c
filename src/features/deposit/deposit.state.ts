import { proxy } from 'valtio'
import type { DepositAddress } from '#contract/deposits.ts'

export type DepositTab = 'crypto' | 'nft'

/** The player's address, as far as it has come. */
export type AddressState =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'ready'; readonly address: DepositAddress }
  /** `code` of the API. */
  | { readonly status: 'failed'; readonly code: string }

export interface DepositState {
  tab: DepositTab
  /** The dialog shows the wallet's NFTs and nothing to deposit. */
  isNftsOnly: boolean
  /** Id of the coin to receive. */
  coin: string
  address: AddressState
  /** What becomes of deposits is told as it happens. */
  isFollowed: boolean
}

/** The open deposit. Changed only by `deposit.actions.ts`. */
export const depositState = proxy<DepositState>({
  tab: 'crypto',
  isNftsOnly: false,
  coin: 'sol-solana',
  address: { status: 'none' },
  isFollowed: false,
})
