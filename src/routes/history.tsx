import { msg } from '@lingui/core/macro'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import * as v from 'valibot'
import { HistoryViews } from '#app/HistoryViews.tsx'
import { MoneyHistoryScreen } from '#app/MoneyHistoryScreen.tsx'
import { ProviderHistoryScreen } from '#app/ProviderHistoryScreen.tsx'
import { MONEY_SEARCH } from '#features/money-history/money-search.ts'
import { ActivePlay } from '#features/play/provider/ActivePlay.tsx'
import { HistoryPage } from '#features/play/history/HistoryPage.tsx'
import { HistorySearchSchema } from '#features/play/history/history-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/history')({
  validateSearch: v.object({ ...HistorySearchSchema.entries, ...MONEY_SEARCH }),
  loader: () =>
    Promise.all([loadTexts('play'), loadTexts('money'), loadTexts('account'), loadTexts('providers')]),
  component: History,
  staticData: { title: msg`History` },
})

function History() {
  const view = useSearch({ from: '/history', select: (search) => search.view })
  if (view === 'money') return <MoneyHistoryScreen />
  if (view === 'providers') return <ProviderHistoryScreen />
  return (
    <ActivePlay>
      <HistoryPage views={<HistoryViews shown="bets" />} />
    </ActivePlay>
  )
}
