import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { isWithdrawalEnded, type Withdrawal } from '#contract/withdrawals.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { leaveToSheet } from './follow-withdrawals.ts'
import { NoSuchWithdrawal } from './NoSuchWithdrawal.tsx'
import { useAskEveryMs, useFollowedWithdrawals } from './use-followed-withdrawals.ts'
import { WithdrawalDetails } from './WithdrawalDetails.tsx'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import { withdrawalQuery } from '#features/withdraw/withdraw.queries.ts'

/** One withdrawal with its stages, over the page. */
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
    // One that is not there, or not yet, is looked for again by hand.
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
