import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { PracticeMail } from '#app/PracticeMail.tsx'
import { ChangeEmailPage } from '#features/security/email/ChangeEmailPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/email')({
  loader: () => loadTexts('account'),
  component: ChangeEmail,
  staticData: { title: msg`E-mail address` },
})

function ChangeEmail() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`E-mail address`}>
      <ChangeEmailPage CodeNotice={PracticeMail} />
    </AccountGate>
  )
}
