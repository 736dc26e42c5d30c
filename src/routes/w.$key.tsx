import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LinkedWinPage } from '#features/win-link/LinkedWinPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/w/$key')({
  loader: () => loadTexts('live'),
  component: LinkedWin,
  staticData: { title: msg`A win` },
})

function LinkedWin() {
  const { key } = Route.useParams()
  return <LinkedWinPage key={key} winKey={key} />
}
