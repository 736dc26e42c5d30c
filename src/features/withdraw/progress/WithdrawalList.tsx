import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { isWithdrawalEnded, type listWithdrawals } from '#contract/withdrawals.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import { useAskEveryMs, useFollowedWithdrawals } from './use-followed-withdrawals.ts'
import { WithdrawalRow } from './WithdrawalRow.tsx'
import { withdrawalsQuery } from '#features/withdraw/withdraw.queries.ts'

/** The newest withdrawals; those under way are followed. */
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
