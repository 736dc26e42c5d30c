import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '#contract/transactions.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'

export function useTransactionWords(): (line: Transaction) => { title: string; state: string } {
  const { t } = useLingui()
  const withdrawalState = useWithdrawalStatus()
  const movement = (line: Extract<Transaction, { movement: unknown }>) => {
    switch (line.movement) {
      case 'practice-grant':
        return t`Practice money`
      case 'bonus-lock':
        return t`Bonus, locked`
      case 'bonus-release':
        return t`Bonus released`
      case 'bonus-forfeit':
        return t`Bonus taken back`
      case 'rakeback':
        return t`Rakeback`
      case 'referral':
        return t`Referral reward`
      case 'level-gift':
        return t`Level gift`
      case 'code-gift':
        return t`Gift from a code`
      case 'race-prize':
        return t`Prize of the weekly race`
      case 'free-stake':
        return t`Stake of a free bet`
    }
  }
  const depositState = (line: Extract<Transaction, { group: 'deposit' }>) => {
    switch (line.status) {
      case 'confirming':
        return t`Waiting for confirmations`
      case 'credited':
        return t`Credited`
      case 'below_minimum':
        return t`Below the minimum, not credited`
      case 'wrong_token':
        return t`Wrong token, not credited`
      case 'dropped':
        return t`Dropped by the network`
      case 'account_closed':
      case 'too_large':
        return t`Not credited`
    }
  }
  return (line) => {
    if (line.group === 'deposit') return { title: t`Deposit`, state: depositState(line) }
    if (line.group === 'withdrawal') return { title: t`Withdrawal`, state: withdrawalState(line.status) }
    return { title: movement(line), state: '' }
  }
}
