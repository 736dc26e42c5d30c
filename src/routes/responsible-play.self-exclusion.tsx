import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { SelfExclusionPage } from '#features/responsible-play/breaks/SelfExclusionPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/responsible-play/self-exclusion')({
  loader: () => loadTexts('account'),
  component: SelfExclusion,
  staticData: { title: msg`Self-exclusion` },
})

function SelfExclusion() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Self-exclusion`}>
      <SelfExclusionPage />
    </AccountGate>
  )
}
