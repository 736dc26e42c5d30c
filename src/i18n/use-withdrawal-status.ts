import { useLingui } from '@lingui/react/macro'
import type { WithdrawalStatus } from '#contract/withdrawals.ts'

/** Where a withdrawal stands, in a word or two. */
export function useWithdrawalStatus(): (status: WithdrawalStatus) => string {
  const { t } = useLingui()
  return (status) => {
    switch (status) {
      case 'queued':
        return t`Waiting for signing`
      case 'review':
        return t`In review`
      case 'signing':
        return t`Being signed`
      case 'signed':
        return t`Signed`
      case 'broadcast':
        return t`Sent to the network`
      case 'confirmed':
        return t`Confirmed`
      case 'cancelled':
        return t`Cancelled`
      case 'refused':
        return t`Refused`
      case 'failed':
        return t`Undone by the network`
    }
  }
}
