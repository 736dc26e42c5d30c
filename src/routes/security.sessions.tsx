import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { SessionsPage } from '#features/security/sessions/SessionsPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import * as v from 'valibot'

/** The question that is open over the list. */
const SessionsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['all'])), undefined)),
})

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
