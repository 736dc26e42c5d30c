import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { ProviderRounds } from '#features/provider-games/history/ProviderRounds.tsx'
import { AccountGate } from './AccountGate.tsx'
import { HistoryViews } from './HistoryViews.tsx'

export function ProviderHistoryScreen() {
  const { t } = useLingui()
  const line = useSearch({ from: '/history', select: (search) => search.line })
  return (
    <AccountGate title={t`History`}>
      <ProviderRounds line={line} views={<HistoryViews shown="providers" />} />
    </AccountGate>
  )
}
