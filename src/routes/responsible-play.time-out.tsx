import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { TimeOutPage } from '#features/responsible-play/breaks/TimeOutPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/responsible-play/time-out')({
  loader: () => loadTexts('account'),
  component: TimeOut,
  staticData: { title: msg`Time-out` },
})

function TimeOut() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Time-out`}>
      <TimeOutPage />
    </AccountGate>
  )
}
