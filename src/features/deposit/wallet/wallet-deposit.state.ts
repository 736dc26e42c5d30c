import { proxy } from 'valtio'

/** The payment that the player is making from his wallet. Replaced as a whole, never patched. */
export type Payment =
  | { readonly status: 'none' }
  /** The server is asked what to send. */
  | { readonly status: 'preparing' }
  /** The wallet is asked to go to the chain with this name. */
  | { readonly status: 'switching'; readonly chain: string }
  /** The wallet shows it to the player. */
  | { readonly status: 'confirming' }
  /** The server is told of the transaction. */
  | { readonly status: 'telling' }
  | { readonly status: 'sent' }
  | { readonly status: 'refused' }
  /** The wallet was asked and gave no answer that says whether it sent. */
  | { readonly status: 'unanswered' }
  | { readonly status: 'failed'; readonly error: unknown }

/** Changed only by `wallet-deposit.actions.ts`. */
export const walletDepositState = proxy<{ payment: Payment }>({ payment: { status: 'none' } })

/** Whether the payment goes on by itself, so that no other one may begin. */
export function isUnderWay({ status }: Payment): boolean {
  return status === 'preparing' || status === 'switching' || status === 'confirming' || status === 'telling'
}
