import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { SecurityPage } from '#features/security/SecurityPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/')({
  loader: () => loadTexts('account'),
  component: Security,
  staticData: { title: msg`Security` },
})

function Security() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Security`}>
      <SecurityPage />
    </AccountGate>
  )
}
