import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { isZeroText } from '#features/withdraw/withdraw-form.ts'

/** Coins that the player holds. */
export const heldOptions = (terms: readonly WithdrawalTerms[]) =>
  terms.filter(({ available }) => !isZeroText(available))

/** Identifies a coin on a chain in the page's URL. */
export const optionKey = ({ coin, chain }: Pick<WithdrawalTerms, 'coin' | 'chain'>) => `${coin}.${chain}`
