import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { AddressesPage } from '#features/security/addresses/AddressesPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/security/addresses')({
  loader: () => Promise.all([loadTexts('account'), loadTexts('money')]),
  component: Addresses,
  staticData: { title: msg`Withdrawal addresses` },
})

function Addresses() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Withdrawal addresses`}>
      <AddressesPage />
    </AccountGate>
  )
}
