import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '#features/play/HistoryPage.tsx'
import { HistorySearchSchema } from '#features/play/history-search.ts'

export const Route = createFileRoute('/history')({
  validateSearch: HistorySearchSchema,
  component: HistoryPage,
  staticData: { title: msg`History` },
})
