import { proxy } from 'valtio'
import type { WalletListing } from '#contract/wallet.ts'
import type { WalletError } from '#features/wallet/connection/wallet-error.ts'
import type { Wallet } from '#features/wallet/connection/wallet.state.ts'

export type WalletView =
  | { readonly name: 'connect' }
  | { readonly name: 'explorer' }
  /** Waiting for one wallet; `listing` is the explorer's entry with its links. */
  | { readonly name: 'connecting'; readonly wallet: Wallet; readonly listing: WalletListing | null }
  /** A pairing code, for any wallet or for one. */
  | { readonly name: 'qr'; readonly wallet: Wallet | null; readonly listing: WalletListing | null }
  | { readonly name: 'get' }
  | { readonly name: 'help' }
  | { readonly name: 'account' }
  /** Choice of network: before connecting if the operator wants that, or to leave an unsupported one. */
  | { readonly name: 'network' }

/** The pairing with a wallet over the relay. */
export type Pairing =
  | { readonly status: 'none' }
  | { readonly status: 'starting' }
  /** `expiresAt` is in `performance.now()` milliseconds, which do not change with the system clock. */
  | { readonly status: 'ready'; readonly uri: string; readonly expiresAt: number }
  /** The wallet has approved; the session is being settled, so the code is used up. */
  | { readonly status: 'answered' }
  | { readonly status: 'failed'; readonly error: WalletError }

/** The pending request to a wallet, or its outcome. */
export type Attempt =
  | { readonly status: 'none' }
  /** `isSlow`: the wallet has not opened within 5 s, so the other way is offered first. */
  | { readonly status: 'waiting'; readonly isSlow: boolean }
  /** The player declined in the wallet: not an error. */
  | { readonly status: 'rejected' }
  | { readonly status: 'failed'; readonly error: WalletError }

export interface WalletModalState {
  isOpen: boolean
  /** Views up to the shown one, which is the last; empty while closed. */
  history: readonly WalletView[]
  pairing: Pairing
  attempt: Attempt
}

/** Changed only by `wallet-modal.actions.ts`. */
export const walletModalState = proxy<WalletModalState>({
  isOpen: false,
  history: [],
  pairing: { status: 'none' },
  attempt: { status: 'none' },
})
