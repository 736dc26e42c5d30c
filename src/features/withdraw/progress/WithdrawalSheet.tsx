import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { WithdrawalAddress } from '#features/withdraw/WithdrawalAddress.tsx'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { cancelWithdrawal, isWithdrawalEnded, type Withdrawal } from '#contract/withdrawals.ts'
import { api } from '#session/api.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FormError } from '#ui/FormError.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { toast } from '#ui/toast.ts'
import { leaveToSheet } from './follow-withdrawals.ts'
import { Stages } from './Stages.tsx'
import { useAskEveryMs, useFollowedWithdrawals } from './use-followed-withdrawals.ts'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import { withdrawalQuery } from '#features/withdraw/withdraw.queries.ts'

export function WithdrawalSheet() {
  const { t } = useLingui()
  const { id, close } = useWithdrawSheet()
  const isPractice = useIsPractice()
  const [shownId, setShownId] = useState(id)
  if (id !== undefined && id !== shownId) setShownId(id)
  const askEveryMs = useAskEveryMs()
  const query = useQuery({
    ...withdrawalQuery(shownId ?? ''),
    enabled: id !== undefined,
    // A missing withdrawal is only searched again when the player asks.
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? askEveryMs : false),
  })
  useFollowedWithdrawals(id !== undefined && isUnderWay(query.data))
  useEffect(() => (id === undefined ? undefined : leaveToSheet(id)), [id])
  return (
    <Overlay
      open={id !== undefined}
      onClose={close}
      placement="bottom"
      title={t`Withdrawal`}
      header={<OverlayTitle title={t`Withdrawal`} isPractice={isPractice} />}
    >
      {isUnknown(query.error) ? (
        <NoSuchWithdrawal />
      ) : (
        <AnswerGate query={query}>{(withdrawal) => <WithdrawalDetails withdrawal={withdrawal} />}</AnswerGate>
      )}
    </Overlay>
  )
}

const isUnderWay = (withdrawal: Withdrawal | undefined) =>
  withdrawal !== undefined && !isWithdrawalEnded(withdrawal.status)

const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')

/** For an unknown id, or one of another player. */
function NoSuchWithdrawal() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={3}
      icon={<SearchX aria-hidden size={26} />}
      title={t`Withdrawal not found`}
      detail={t`The number has a typo, or the withdrawal belongs to another account.`}
      action={
        <Link to="/history" search={{ view: 'money' }} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Open the money history</Trans>
        </Link>
      }
    />
  )
}

function WithdrawalDetails({ withdrawal }: { withdrawal: Withdrawal }) {
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
