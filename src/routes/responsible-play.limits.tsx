import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { LimitsPage } from '#features/responsible-play/limits/LimitsPage.tsx'
import { LimitsSearchSchema } from '#features/responsible-play/limits/limits-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/responsible-play/limits')({
  validateSearch: LimitsSearchSchema,
  loader: () => loadTexts('account'),
  component: Limits,
  staticData: { title: msg`Limits` },
})

function Limits() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Limits`}>
      <LimitsPage />
    </AccountGate>
  )
}
