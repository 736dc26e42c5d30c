import { useLingui } from '@lingui/react/macro'
import type { WithdrawalStatus } from '#contract/withdrawals.ts'

/** The status in a word or two. */
export function useWithdrawalStatus(): (status: WithdrawalStatus) => string {
  const { t } = useLingui()
  return (status) => {
    switch (status) {
      case 'queued':
        return t`Being checked`
      case 'review':
        return t`In review`
      case 'signing':
        return t`Being signed`
      case 'signed':
        return t`Being sent`
      case 'broadcast':
        return t`Waiting for confirmations`
      case 'confirmed':
        return t`Confirmed`
      case 'cancelled':
        return t`Cancelled`
      case 'refused':
        return t`Refused`
      case 'failed':
        return t`Reversed by the network`
    }
  }
}
