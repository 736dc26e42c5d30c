import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { claimReward, type ClaimKind } from '#contract/rewards.ts'
import { coinSymbol } from '#contract/values.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import '#i18n/money-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { balancesQuery } from '#queries/balances.queries.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { api } from '#session/api.ts'
import { sendOnce } from '#session/send-once.ts'
import { useUser } from '#session/use-user.ts'
import { toast } from '#ui/toast.ts'

/** A claim whose answer got lost is asked for again with the next tap, and pays nothing twice. */
export function useClaim(kind: ClaimKind) {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const { uid } = useUser()
  const queryClient = useQueryClient()
  const claim = useAction({
    run: () =>
      sendOnce({ name: 'claim', uid, facts: [kind] }, (idempotencyKey) =>
        api.call(claimReward, { body: { kind, idempotencyKey } }),
      ),
    onSuccess({ answer: { claim: paid, available } }) {
      const amount = decimal(paid.amount, 2, 6)
      const symbol = coinSymbol(paid.coin)
      queryClient.setQueryData(balancesQuery.queryKey, (rows) =>
        rows?.map((row) => (row.coin === paid.coin ? { ...row, available } : row)),
      )
      toast({ message: t`${amount} ${symbol} added to your balance`, tone: 'success' })
      void refreshMoney(queryClient)
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
