import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LogoutPage } from '#features/account/LogoutPage.tsx'

export const Route = createFileRoute('/logout')({
  component: LogoutPage,
  staticData: { title: msg`Logout` },
})
