import { Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_DEPOSIT } from '#contract/deposits.ts'
import { FoldedList } from '#ui/FoldedList.tsx'

/** In USDT. Smaller transfers are not listed. */
export const IGNORED_BELOW = '0.01'
/** Listed transfers a day that were not credited. */
export const REFUSED_LISTED_A_DAY = 5

/** Explains what happens to unusual transfers; folded. */
export function UnusualTransfers() {
  const { t } = useLingui()
  const outcomes = [
    t`Less than ${MINIMUM_DEPOSIT} USDT is never credited. It is listed.`,
    t`Other tokens are not credited, even if they are named USDT. They are listed.`,
    t`Of these two kinds, the list shows up to ${REFUSED_LISTED_A_DAY} a day.`,
    t`Transfers of less than ${IGNORED_BELOW} USDT are ignored and not listed. They are often used to put false addresses into your history.`,
    t`Coins sent on another network do not arrive here, and Koi cannot get them back.`,
    t`A late transfer is still credited: the address stays yours.`,
    t`Several transfers, of the same amount too, are credited one by one, each once.`,
    t`A transfer from an exchange or a contract is credited like any other.`,
    t`A transfer that the network reverses is not credited. It is listed.`,
  ]
  const title = <Trans>What if I send too little, or the wrong token?</Trans>
  return <FoldedList title={title} items={outcomes} />
}
