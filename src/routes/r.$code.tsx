import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InvitePage } from '#features/referral/InvitePage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/r/$code')({
  loader: () => loadTexts('account'),
  component: Invite,
  staticData: { title: msg`Invitation` },
})

function Invite() {
  const { code } = Route.useParams()
  return <InvitePage key={code} code={code} />
}
