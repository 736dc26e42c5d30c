import * as v from 'valibot'
import { proxy } from 'valtio'
import type { DepositAddress } from '#contract/deposits.ts'
import { CoinIdSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { KEEP } from './deposit-rate.ts'

export type DepositTab = 'crypto' | 'nft'

export type AddressState =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'ready'; readonly address: DepositAddress }
  /** `code` of the API. */
  | { readonly status: 'failed'; readonly code: string }

export interface DepositState {
  tab: DepositTab
  /** Id of the coin to receive, or `KEEP`. */
  coin: string
  address: AddressState
  /** True while the server pushes changes of deposits. */
  isFollowed: boolean
}

export const DEPOSIT_CHOICE_KEY = 'deposit-coin'

/** SOL if nothing is stored or the stored text is unreadable. */
function readChoice(): string {
  const stored = browserStorage.get(DEPOSIT_CHOICE_KEY)
  return stored === KEEP || v.is(CoinIdSchema, stored) ? stored : 'sol-solana'
}

/** Changed only by `deposit.actions.ts`. */
export const depositState = proxy<DepositState>({
  tab: 'crypto',
  coin: readChoice(),
  address: { status: 'none' },
  isFollowed: false,
})
