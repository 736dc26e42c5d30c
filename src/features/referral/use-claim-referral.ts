import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { claimReferral } from '#contract/referral.ts'
import { coinSymbol } from '#contract/values.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { api } from '#session/api.ts'
import { toast } from '#ui/toast.ts'
import { friendsQuery, referralQuery } from './referral.queries.ts'

/** The marks of the friends say what was paid: a second claim pays nothing twice. */
export function useClaimReferral() {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const queryClient = useQueryClient()
  const claim = useAction({
    run: () => api.call(claimReferral, { body: {} }),
    onSuccess({ amount: paid, referral }) {
      queryClient.setQueryData(referralQuery.queryKey, referral)
      void queryClient.invalidateQueries({ queryKey: friendsQuery.queryKey })
      void refreshMoney(queryClient)
      const amount = decimal(paid, 2, 6)
      const symbol = coinSymbol(referral.coin)
      if (Number(paid) > 0) toast({ message: t`${amount} ${symbol} added to your balance`, tone: 'success' })
    },
    onError: () => void refreshMoney(queryClient),
  })
  const wordsOf = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfterS === null) {
      return i18n._(errorMessageOf(error))
    }
    const seconds = error.retryAfterS
    return t`You can claim again in ${seconds} s.`
  }
  return {
    run: () => claim.run(),
    isRunning: claim.isRunning,
    problem: claim.error === undefined ? undefined : wordsOf(claim.error),
  }
}
