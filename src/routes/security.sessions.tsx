import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { SessionsPage } from '#features/security/sessions/SessionsPage.tsx'
import { SessionsSearchSchema } from '#features/security/sessions/sessions-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/sessions')({
  validateSearch: SessionsSearchSchema,
  loader: () => loadTexts('account'),
  component: Sessions,
  staticData: { title: msg`Where you are logged in` },
})

function Sessions() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Where you are logged in`}>
      <SessionsPage />
    </AccountGate>
  )
}
