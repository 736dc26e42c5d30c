import { useLingui } from '@lingui/react/macro'
import type { PlayerPayment } from '#contract/operator/players.ts'
import { WITHDRAWAL_STATUSES } from '#contract/withdrawals.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'

/** The state in a few words; a state that this build does not know stays as the server says it. */
export function usePaymentState(): (payment: PlayerPayment) => string {
  const { t } = useLingui()
  const withdrawalStatus = useWithdrawalStatus()
  const ofDeposit: Readonly<Record<string, string>> = {
    confirming: t`Waiting for confirmations`,
    confirmed: t`Confirmed`,
    credited: t`Credited`,
    below_minimum: t`Below the minimum`,
    wrong_token: t`Unknown coin`,
    dropped: t`Dropped by the network`,
    account_closed: t`The account is closed`,
    too_large: t`Above the largest amount`,
  }
  return ({ kind, status }) => {
    if (kind === 'deposit') return ofDeposit[status] ?? status
    const known = WITHDRAWAL_STATUSES.find((each) => each === status)
    return known ? withdrawalStatus(known) : status
  }
}
