import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { CloseAccountPage } from '#features/security/CloseAccountPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/close')({
  loader: () => Promise.all([loadTexts('account'), loadTexts('money')]),
  component: CloseAccount,
  staticData: { title: msg`Close account` },
})

function CloseAccount() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Close account`}>
      <CloseAccountPage />
    </AccountGate>
  )
}
