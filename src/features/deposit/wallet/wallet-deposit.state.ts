import { proxy } from 'valtio'

/** The payment that the player is making. Always replaced, never modified. */
export type Payment =
  | { readonly status: 'none' }
  /** Waiting for the server's transaction data. */
  | { readonly status: 'preparing' }
  /** Waiting for the wallet to switch to the chain with this name. */
  | { readonly status: 'switching'; readonly chain: string }
  /** Waiting for the player's confirmation in the wallet. */
  | { readonly status: 'confirming' }
  /** Reporting the transaction to the server. */
  | { readonly status: 'telling' }
  | { readonly status: 'sent' }
  | { readonly status: 'refused' }
  /** The wallet did not tell if it sent the transaction. */
  | { readonly status: 'unanswered' }
  | { readonly status: 'failed'; readonly error: unknown }

/** Changed only by `wallet-deposit.actions.ts`. */
export const walletDepositState = proxy<{ payment: Payment }>({ payment: { status: 'none' } })

/** True while the payment is in progress, so that no other may start. */
export function isUnderWay({ status }: Payment): boolean {
  return status === 'preparing' || status === 'switching' || status === 'confirming' || status === 'telling'
}
