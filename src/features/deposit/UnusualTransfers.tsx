import { Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_DEPOSIT } from '#contract/deposits.ts'
import { FoldedList } from '#ui/FoldedList.tsx'

/** In USDT: what is less is not even listed. */
export const IGNORED_BELOW = '0.01'
/** Transfers that are not credited that the list takes a day. */
export const REFUSED_LISTED_A_DAY = 5

/** What becomes of transfers that are not as they should be, folded until asked for. */
export function UnusualTransfers() {
  const { t } = useLingui()
  const outcomes = [
    t`Less than ${MINIMUM_DEPOSIT} USDT is never credited. It is listed.`,
    t`Another token is not credited, whatever it calls itself. It is listed.`,
    t`Of both, the list takes up to ${REFUSED_LISTED_A_DAY} a day, so that nobody can flood it.`,
    t`Less than ${IGNORED_BELOW} USDT, or nothing at all, is ignored and not listed: such transfers only put look-alike addresses into your history.`,
    t`What is sent on another network never arrives here, and Koi cannot bring it back.`,
    t`A late transfer is credited whenever it comes: the address stays yours.`,
    t`Several transfers, of the same amount too, are credited one by one, each once.`,
    t`From an exchange or a contract it is credited like any other.`,
    t`What the network undoes is not credited. It is listed.`,
  ]
  const title = <Trans>Too little, late, twice, another token or network?</Trans>
  return <FoldedList title={title} items={outcomes} />
}
