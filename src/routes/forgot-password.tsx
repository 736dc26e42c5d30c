import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#features/account/ForgotPasswordPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/forgot-password')({
  loader: () => loadTexts('account'),
  component: ForgotPasswordPage,
  staticData: { title: msg`Forgot password` },
})
