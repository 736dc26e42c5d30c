import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { PasskeysPage } from '#features/security/passkeys/PasskeysPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import * as v from 'valibot'

const PasskeysSearchSchema = v.object({
  /** Id of the passkey to remove after a confirmation. */
  remove: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,1024}$/))), undefined)),
})

export const Route = createFileRoute('/security/passkeys')({
  validateSearch: PasskeysSearchSchema,
  loader: () => loadTexts('account'),
  component: Passkeys,
  staticData: { title: msg`Passkeys` },
})

function Passkeys() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Passkeys`}>
      <PasskeysPage />
    </AccountGate>
  )
}
