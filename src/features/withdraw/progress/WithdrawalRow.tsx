import { Trans } from '@lingui/react/macro'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { isWithdrawalEnded } from '#contract/withdrawals.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'

interface WithdrawalRowProps {
  withdrawal: Withdrawal
  onOpen: (id: string) => void
}

/** One withdrawal: how much, where to, and where it stands. */
export function WithdrawalRow({ withdrawal, onOpen }: WithdrawalRowProps) {
  const { moment } = useFormat()
  const { withCoin } = usePlaces()
  const words = useWithdrawalStatus()
  const { id, status, coin, amount, address, requestedAt } = withdrawal
  const Icon = status === 'confirmed' ? CircleCheck : isWithdrawalEnded(status) ? CircleX : Clock
  const to = shortAddress(address)
  const at = moment(new Date(requestedAt))
  return (
    <ListRow
      icon={<Icon aria-hidden size={21} />}
      iconTone={status === 'confirmed' ? 'jade' : isWithdrawalEnded(status) ? 'neutral' : 'brand'}
      title={withCoin(amount, coin)}
      subtitle={
        <span className="flex flex-wrap gap-x-2">
          <span className="whitespace-nowrap">
            <Trans>To {to}</Trans>
          </span>
          <span className="whitespace-nowrap">{at}</span>
        </span>
      }
      trailing={
        <Text as="span" size={2} tone={status === 'confirmed' ? 'jade' : 'muted'}>
          {words(status)}
        </Text>
      }
      onClick={() => onOpen(id)}
    />
  )
}
