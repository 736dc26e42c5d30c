import type { Withdrawal, WithdrawalTerms } from '#contract/withdrawals.ts'
import { sendOnce, type Order } from '#session/send-once.ts'
import type { WithdrawalDraft } from '#features/withdraw/withdraw-form.ts'
import { hasMoneyBack } from '#contract/withdrawals.ts'

/**
 * What makes a request the same withdrawal. The fee does not: had a lost one been taken at another fee, a new key
 * would take it a second time.
 */
export function orderOf(
  uid: number,
  { coin, chain, addresses }: WithdrawalTerms,
  { amount, address }: WithdrawalDraft,
): Order {
  const canonical = addresses === 'evm' ? address.toLowerCase() : address
  return { name: 'withdrawal', uid, facts: [coin, chain, amount, canonical] }
}

/**
 * Asks for the order, or for the one that an earlier try without an answer has made. One whose money came back
 * since is over: the player asks for another.
 */
export async function withdrawOnce(
  order: Order,
  send: (idempotencyKey: string) => Promise<Withdrawal>,
): Promise<{ readonly withdrawal: Withdrawal; readonly isRepeat: boolean }> {
  const ask = () => sendOnce(order, send)
  const { answer, isRepeat } = await ask()
  if (!isRepeat || !hasMoneyBack(answer.status)) return { withdrawal: answer, isRepeat }
  return { withdrawal: (await ask()).answer, isRepeat: false }
}
