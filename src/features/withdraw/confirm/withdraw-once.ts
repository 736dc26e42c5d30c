import { type Withdrawal, type WithdrawalTerms, hasMoneyBack } from '#contract/withdrawals.ts'
import { sendOnce, type Order } from '#session/send-once.ts'
import type { WithdrawalDraft } from '#features/withdraw/withdraw-form.ts'

/**
 * Facts that identify the withdrawal. The fee is not among them: if a lost request had been taken at an earlier fee, a
 * new key would withdraw a second time.
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
 * Sends the order, or finds the withdrawal that an earlier unanswered try has made. An order whose money came back
 * since is finished: the player asks for a new one.
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
