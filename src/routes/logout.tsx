import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LogoutPage } from '#features/account/LogoutPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/logout')({
  loader: () => loadTexts('account'),
  component: LogoutPage,
  staticData: { title: msg`Logout` },
})
