import { Trans } from '@lingui/react/macro'
import { CircleCheck, Radio, TriangleAlert } from 'lucide-react'
import type { Deposit } from '#contract/deposits.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import type { DepositWords } from './deposit-words.ts'

interface DepositRowProps {
  deposit: Deposit
  words: DepositWords
}

/** One deposit of the list: where it stands, when it was seen, and the transaction. */
export function DepositRow({ deposit: { status, seenAt, txId, explorerUrl }, words }: DepositRowProps) {
  const { moment } = useFormat()
  const isOpen = status === 'confirming'
  const tone = isOpen ? 'muted' : status === 'credited' ? 'jade' : 'gold'
  const Icon = isOpen ? Radio : status === 'credited' ? CircleCheck : TriangleAlert
  const id = shortAddress(txId)
  return (
    <Card padding="sm" className="flex items-start gap-3">
      <Text as="span" tone={tone} className="mt-0.5 shrink-0">
        <Icon aria-hidden size={20} />
      </Text>
      <div className="flex-1 min-w-0 grid gap-0.5">
        <Text weight={700} num>
          {words.title}
        </Text>
        <Text size={2} tone="muted" num>
          {words.detail}
        </Text>
        <Text size={2} tone="muted" num className="flex flex-wrap justify-between gap-x-3">
          <span translate="no">
            {explorerUrl === null ? (
              <Trans>Transaction {id}</Trans>
            ) : (
              <a href={explorerUrl} target="_blank" rel="noreferrer" className={textLinkClass}>
                <Trans>Transaction {id}</Trans>
              </a>
            )}
          </span>
          <time dateTime={seenAt}>{moment(new Date(seenAt))}</time>
        </Text>
      </div>
    </Card>
  )
}
