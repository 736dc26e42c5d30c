import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PracticeMail } from '#app/PracticeMail.tsx'
import { ForgotPasswordPage } from '#features/account/login/ForgotPasswordPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/forgot-password')({
  loader: () => loadTexts('account'),
  component: ForgotPassword,
  staticData: { title: msg`Forgot password` },
})

function ForgotPassword() {
  return <ForgotPasswordPage CodeNotice={PracticeMail} />
}
