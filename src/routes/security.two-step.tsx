import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { TwoStepPage } from '#features/security/two-step/TwoStepPage.tsx'
import { TwoStepSearchSchema } from '#features/security/two-step/two-step-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/two-step')({
  validateSearch: TwoStepSearchSchema,
  loader: () => loadTexts('account'),
  component: TwoStep,
  staticData: { title: msg`Two-step login` },
})

function TwoStep() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Two-step login`}>
      <TwoStepPage />
    </AccountGate>
  )
}
