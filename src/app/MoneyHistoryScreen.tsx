import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { MoneyHistory } from '#features/money-history/MoneyHistory.tsx'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { Heading } from '#ui/Heading.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Text } from '#ui/Text.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { AccountGate } from './AccountGate.tsx'
import { HistoryViews } from './HistoryViews.tsx'

export function MoneyHistoryScreen() {
  const { t } = useLingui()
  const search = useSearch({ from: '/history' })
  const isPractice = useIsPractice()
  return (
    <AccountGate title={t`History`} isMoney>
      <MoneyHistory
        search={search}
        views={<HistoryViews shown="money" />}
        heading={
          <div className="grid grid-cols-1 gap-1.5">
            <div className="flex flex-wrap items-center gap-2.5">
              <Heading level={1} size="title">
                {t`History`}
              </Heading>
              {isPractice ? <PracticeTag /> : null}
              <Link to="/withdraw" className={`${sectionLinkClass} ms-auto`}>
                <Trans>Withdraw</Trans>
              </Link>
            </div>
            <Text size={3} tone="muted">
              <Trans>Money in and out of your account: deposits, withdrawals, bonuses and rewards.</Trans>
            </Text>
          </div>
        }
      />
    </AccountGate>
  )
}
