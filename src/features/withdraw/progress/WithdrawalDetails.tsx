import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { cancelWithdrawal, type Withdrawal } from '#contract/withdrawals.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { toast } from '#ui/toast.ts'
import { Stages } from './Stages.tsx'
import { WithdrawalAddress } from '#features/withdraw/WithdrawalAddress.tsx'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { withdrawalQuery } from '#features/withdraw/withdraw.queries.ts'

/** Stages, figures, and the way back while there is one. */
export function WithdrawalDetails({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useLingui()
  const { fullNetworkOf, withCoin } = usePlaces()
  const queryClient = useQueryClient()
  const { id, isCancellable, coin, chain, amount, fee, receives, address, txId, explorerUrl } = withdrawal
  const cancel = useAction({
    run: () => api.call(cancelWithdrawal, { params: { id } }),
    onSuccess: (cancelled) => {
      queryClient.setQueryData(withdrawalQuery(id).queryKey, cancelled)
      void refreshMoney(queryClient)
      toast({ message: t`Cancelled. The money is back in your balance.`, tone: 'success' })
    },
    onError: () => void refreshMoney(queryClient),
  })
  const short = txId === null ? '' : shortAddress(txId)
  const facts: Fact[] = [
    {
      term: t({ message: 'To', context: 'address' }),
      value: <WithdrawalAddress address={address} />,
      isLong: true,
    },
    { term: t`Network`, value: fullNetworkOf(chain) },
    { term: t`From your balance`, value: withCoin(amount, coin) },
    { term: t`Fee`, value: withCoin(fee, coin) },
    { term: t`Arrives`, value: withCoin(receives, coin) },
    ...(txId === null
      ? []
      : [
          {
            term: t`Transaction`,
            value:
              explorerUrl === null ? (
                <span translate="no">{short}</span>
              ) : (
                <a href={explorerUrl} target="_blank" rel="noreferrer" className={textLinkClass}>
                  {short}
                </a>
              ),
          },
        ]),
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <Stages withdrawal={withdrawal} />
      <DefinitionList facts={facts} />
      <FormError>{cancel.error ? i18n._(errorMessageOf(cancel.error)) : undefined}</FormError>
      {isCancellable ? (
        <Button variant="danger" block loading={cancel.isRunning} onClick={() => cancel.run()}>
          <Trans>Cancel this withdrawal</Trans>
        </Button>
      ) : null}
    </div>
  )
}
