import { useLingui } from '@lingui/react/macro'
import { CircleCheck, Radio, TriangleAlert } from 'lucide-react'
import type { Deposit } from '#contract/deposits.ts'
import { Callout } from '#ui/Callout.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import type { DepositWords } from './deposit-words.ts'

interface DepositProgressProps {
  deposit: Deposit
  words: DepositWords
}

/** A pending or finished deposit. */
export function DepositProgress({
  deposit: { status, confirmations, confirmationsNeeded },
  words,
}: DepositProgressProps) {
  const { t } = useLingui()
  const isOpen = status === 'confirming'
  const tone = isOpen ? 'info' : status === 'credited' ? 'success' : 'warning'
  const Icon = isOpen ? Radio : status === 'credited' ? CircleCheck : TriangleAlert
  return (
    <Callout
      tone={tone}
      icon={<Icon aria-hidden size={26} />}
      title={words.title}
      action={
        isOpen ? (
          <ProgressBar
            label={t`Confirmations`}
            value={confirmations}
            max={confirmationsNeeded}
            valueText={words.detail}
            tone="jade"
          />
        ) : undefined
      }
    >
      <span className="num">{words.detail}</span>
    </Callout>
  )
}
