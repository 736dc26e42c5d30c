import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { isZeroText } from '#features/withdraw/withdraw-form.ts'

/** What can be chosen: coins that the player holds. */
export const heldOptions = (terms: readonly WithdrawalTerms[]) =>
  terms.filter(({ available }) => !isZeroText(available))

/** Names a coin on a chain in the address of the page. */
export const optionKey = ({ coin, chain }: Pick<WithdrawalTerms, 'coin' | 'chain'>) => `${coin}.${chain}`
