import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '#features/play/HistoryPage.tsx'
import { HistorySearchSchema } from '#features/play/history-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/history')({
  validateSearch: HistorySearchSchema,
  loader: () => loadTexts('play'),
  component: HistoryPage,
  staticData: { title: msg`History` },
})
