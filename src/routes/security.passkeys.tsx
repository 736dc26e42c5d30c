import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { PasskeysPage } from '#features/security/passkeys/PasskeysPage.tsx'
import { PasskeysSearchSchema } from '#features/security/passkeys/passkeys-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

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
