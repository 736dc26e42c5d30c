import { ArrowDownToLine, ArrowUpFromLine, Gift, HandCoins } from 'lucide-react'
import { memo } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'
import { useLineAmount } from './use-line-amount.ts'
import { useTransactionWords } from './use-transaction-words.ts'

const ICONS = { deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine, bonus: Gift, reward: HandCoins }

interface TransactionRowProps {
  line: Transaction
  onOpen: (id: string) => void
}

/** Links to its sheet. */
export const TransactionRow = memo(function TransactionRow({ line, onOpen }: TransactionRowProps) {
  const { moment } = useFormat()
  const { signed } = useLineAmount()
  const { title, state } = useTransactionWords()(line)
  const Icon = ICONS[line.group]
  const isGain =
    line.group === 'deposit'
      ? line.status === 'credited'
      : // A locked bonus is not money yet: each release of it has a line of its own.
        line.group !== 'withdrawal' && !line.isOut && line.movement !== 'bonus-lock'
  return (
    <ListRow
      variant="plain"
      icon={<Icon aria-hidden size={20} />}
      iconTone={isGain ? 'jade' : 'neutral'}
      title={title}
      subtitle={moment(new Date(line.at))}
      trailing={
        <span className="grid">
          <Text as="span" num weight={700} tone={isGain ? 'jade' : 'default'} translate="no">
            {signed(line)}
          </Text>
          <Text as="span" size={2} tone="muted">
            {state}
          </Text>
        </span>
      }
      onClick={() => onOpen(line.id)}
    />
  )
})
