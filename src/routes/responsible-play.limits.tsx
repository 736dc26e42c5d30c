import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { LimitsPage } from '#features/responsible-play/limits/LimitsPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import * as v from 'valibot'

/** The limit being set, such as `deposit-day`. */
const LimitsSearchSchema = v.object({
  limit: v.optional(
    v.fallback(
      v.optional(v.pipe(v.string(), v.regex(/^(?:deposit|loss|wager)-(?:day|week|month)$/))),
      undefined,
    ),
  ),
})

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
