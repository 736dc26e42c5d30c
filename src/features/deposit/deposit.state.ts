import * as v from 'valibot'
import { proxy } from 'valtio'
import type { DepositAddress } from '#contract/deposits.ts'
import { CoinIdSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { KEEP } from './deposit-rate.ts'

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
  /** Id of the coin to receive, or `KEEP`. */
  coin: string
  address: AddressState
  /** What becomes of deposits is told as it happens. */
  isFollowed: boolean
}

export const DEPOSIT_CHOICE_KEY = 'deposit-coin'

/** The player's choice on this device; SOL when there is none or it cannot be read. */
function readChoice(): string {
  const stored = browserStorage.get(DEPOSIT_CHOICE_KEY)
  return stored === KEEP || v.is(CoinIdSchema, stored) ? stored : 'sol-solana'
}

/** The open deposit. Changed only by `deposit.actions.ts`. */
export const depositState = proxy<DepositState>({
  tab: 'crypto',
  isNftsOnly: false,
  coin: readChoice(),
  address: { status: 'none' },
  isFollowed: false,
})
