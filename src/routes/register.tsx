import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PracticeMail } from '#app/PracticeMail.tsx'
import { RegisterSearchSchema } from '#features/account/account-search.ts'
import { RegisterPage } from '#features/account/login/RegisterPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/register')({
  validateSearch: RegisterSearchSchema,
  loader: () => loadTexts('account'),
  component: Register,
  staticData: { title: msg`Register` },
})

function Register() {
  const { ref } = Route.useSearch()
  return <RegisterPage referralCode={ref} CodeNotice={PracticeMail} />
}
