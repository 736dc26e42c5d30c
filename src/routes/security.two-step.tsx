import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { TwoStepPage } from '#features/security/two-step/TwoStepPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import * as v from 'valibot'

/** The current step; only the state if absent. */
const TwoStepSearchSchema = v.object({
  step: v.optional(v.fallback(v.optional(v.picklist(['set-up', 'off', 'renew'])), undefined)),
})

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
