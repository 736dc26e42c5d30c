import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccoutPage } from '#features/account/AccoutPage.tsx'
import { AccoutSearchSchema } from '#features/account/account-search.ts'
import { LevelCard } from '#features/rewards/LevelCard.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/accout')({
  validateSearch: AccoutSearchSchema,
  loader: () => loadTexts('account'),
  component: Accout,
  staticData: { title: msg`Account`, tabBar: true, tab: 'accout' },
})

function Accout() {
  const { from } = Route.useSearch()
  return <AccoutPage from={from} level={<LevelCard />} />
}
