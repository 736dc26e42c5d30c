import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { DataOf } from '#contract/endpoint.ts'
import { isWithdrawalEnded, type listWithdrawals, type Withdrawal } from '#contract/withdrawals.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import { useAskEveryMs, useFollowedWithdrawals } from './use-followed-withdrawals.ts'
import { withdrawalsQuery } from '#features/withdraw/withdraw.queries.ts'

/** The newest withdrawals; follows the pending ones. */
export function WithdrawalList() {
  const { open } = useWithdrawSheet()
  const askEveryMs = useAskEveryMs()
  const query = useQuery({
    ...withdrawalsQuery,
    refetchInterval: ({ state }) => (isAnyUnderWay(state.data) ? askEveryMs : false),
  })
  useFollowedWithdrawals(isAnyUnderWay(query.data))
  return (
    <section aria-labelledby="withdrawals" className="grid grid-cols-1 gap-2.5">
      <Heading level={2} id="withdrawals">
        <Trans>Your withdrawals</Trans>
      </Heading>
      <AnswerGate query={query}>
        {({ withdrawals }) =>
          withdrawals.length === 0 ? (
            <Text tone="muted">
              <Trans>None yet. You can follow each one here.</Trans>
            </Text>
          ) : (
            <ul className="grid grid-cols-1 gap-2.5">
              {withdrawals.map((withdrawal) => (
                <li key={withdrawal.id}>
                  <WithdrawalRow withdrawal={withdrawal} onOpen={(id) => open({ id })} />
                </li>
              ))}
            </ul>
          )
        }
      </AnswerGate>
    </section>
  )
}

const isAnyUnderWay = (page: DataOf<typeof listWithdrawals> | undefined) =>
  page !== undefined && page.withdrawals.some(({ status }) => !isWithdrawalEnded(status))

interface WithdrawalRowProps {
  withdrawal: Withdrawal
  onOpen: (id: string) => void
}

function WithdrawalRow({ withdrawal, onOpen }: WithdrawalRowProps) {
  const { moment } = useFormat()
  const { withCoin } = usePlaces()
  const words = useWithdrawalStatus()
  const { id, status, coin, amount, address, requestedAt } = withdrawal
  const Icon = status === 'confirmed' ? CircleCheck : isWithdrawalEnded(status) ? CircleX : Clock
  const to = shortAddress(address)
  const at = moment(new Date(requestedAt))
  return (
    <ListRow
      icon={<Icon aria-hidden size={21} />}
      iconTone={status === 'confirmed' ? 'jade' : isWithdrawalEnded(status) ? 'neutral' : 'brand'}
      title={withCoin(amount, coin)}
      subtitle={
        <span className="flex flex-wrap gap-x-2">
          <span className="whitespace-nowrap">
            <Trans>To {to}</Trans>
          </span>
          <span className="whitespace-nowrap">{at}</span>
        </span>
      }
      trailing={
        <Text as="span" size={2} tone={status === 'confirmed' ? 'jade' : 'muted'}>
          {words(status)}
        </Text>
      }
      onClick={() => onOpen(id)}
    />
  )
}
