import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { ReminderPage } from '#features/responsible-play/ReminderPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/responsible-play/reminder')({
  loader: () => loadTexts('account'),
  component: Reminder,
  staticData: { title: msg`Session reminder` },
})

function Reminder() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Session reminder`}>
      <ReminderPage />
    </AccountGate>
  )
}
