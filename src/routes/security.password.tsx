import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { ChangePasswordPage } from '#features/security/ChangePasswordPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/password')({
  loader: () => loadTexts('account'),
  component: ChangePassword,
  staticData: { title: msg`Password` },
})

function ChangePassword() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Password`}>
      <ChangePasswordPage />
    </AccountGate>
  )
}
