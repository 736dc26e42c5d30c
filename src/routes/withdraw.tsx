import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { PracticeAddressButton } from '#app/practice-parts.ts'
import { MoneyProof } from '#features/security/MoneyProof.tsx'
import { WithdrawPage } from '#features/withdraw/page/WithdrawPage.tsx'
import { WithdrawSearchSchema } from '#features/withdraw/withdraw-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/withdraw')({
  validateSearch: WithdrawSearchSchema,
  loader: () => Promise.all([loadTexts('money'), loadTexts('account')]),
  component: Withdraw,
  staticData: { title: msg`Withdraw` },
})

function Withdraw() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Withdraw`} isMoney>
      <WithdrawPage Proof={MoneyProof} PracticeAddress={PracticeAddressButton} />
    </AccountGate>
  )
}
