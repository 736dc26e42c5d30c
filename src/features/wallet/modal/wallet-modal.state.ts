import { proxy } from 'valtio'
import type { WalletListing } from '#contract/wallet.ts'
import type { WalletError } from '#features/wallet/connection/wallet-error.ts'
import type { Wallet } from '#features/wallet/connection/wallet.state.ts'

/** One screen of the modal. */
export type WalletView =
  | { readonly name: 'connect' }
  | { readonly name: 'explorer' }
  /** One wallet that was asked; `listing` is what the explorer knows of it, for its links. */
  | { readonly name: 'connecting'; readonly wallet: Wallet; readonly listing: WalletListing | null }
  /** A pairing code, for any wallet or for one. */
  | { readonly name: 'qr'; readonly wallet: Wallet | null; readonly listing: WalletListing | null }
  | { readonly name: 'get' }
  | { readonly name: 'help' }
  | { readonly name: 'account' }
  /** Choice of network: before connecting where the operator wants it, or to leave an unsupported one. */
  | { readonly name: 'network' }

/** The pairing with a wallet over the relay. */
export type Pairing =
  | { readonly status: 'none' }
  | { readonly status: 'starting' }
  /** `expiresAt` as `performance.now()`, which nobody sets back. */
  | { readonly status: 'ready'; readonly uri: string; readonly expiresAt: number }
  /** The wallet has said yes; its session is being settled, so the code is used up. */
  | { readonly status: 'answered' }
  | { readonly status: 'failed'; readonly error: WalletError }

/** The request that waits in a wallet, and how it went. */
export type Attempt =
  | { readonly status: 'none' }
  /** `isSlow`: the wallet has not opened within 5 s, so the other way is offered first. */
  | { readonly status: 'waiting'; readonly isSlow: boolean }
  /** The player said no in the wallet: calm, no error. */
  | { readonly status: 'rejected' }
  | { readonly status: 'failed'; readonly error: WalletError }

export interface WalletModalState {
  isOpen: boolean
  /** Views on the way to the shown one, which is the last; empty while closed. */
  history: readonly WalletView[]
  pairing: Pairing
  attempt: Attempt
}

/** The modal's own state. Changed only by `wallet-modal.actions.ts`. Theme and toasts are the app's own. */
export const walletModalState = proxy<WalletModalState>({
  isOpen: false,
  history: [],
  pairing: { status: 'none' },
  attempt: { status: 'none' },
})
