import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#features/account/RegisterPage.tsx'

export const Route = createFileRoute('/register')({
  component: RegisterPage,
  staticData: { title: msg`Register` },
})
