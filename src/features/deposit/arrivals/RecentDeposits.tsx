import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Radio, TriangleAlert } from 'lucide-react'
import { connection } from '#api/connection.ts'
import type { Deposit } from '#contract/deposits.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { type DepositWords, useDepositWords } from './deposit-words.ts'
import { depositsQuery } from './deposits.queries.ts'

/** The newest deposits, from storage when offline; renders nothing without deposits. */
export function RecentDeposits() {
  const { t } = useLingui()
  const { moment } = useFormat()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const isOffline = useStore(connection) === 'offline'
  const { data: coins } = useQuery(coinsQuery)
  const { data, dataUpdatedAt } = useQuery({ ...depositsQuery, enabled: isSignedIn })
  const words = useDepositWords(coins)
  if (!isSignedIn || !data || data.deposits.length === 0) return null
  const at = moment(new Date(dataUpdatedAt))
  return (
    <section aria-label={t`Your deposits`} className="grid grid-cols-1 gap-2.5">
      <Heading level={3}>
        <Trans>Your deposits</Trans>
      </Heading>
      {isOffline ? (
        <Banner tone="offline" inset>
          <Trans>You are offline. These are your deposits as of {at}.</Trans>
        </Banner>
      ) : null}
      <ul className="grid grid-cols-1 gap-2.5">
        {data.deposits.map((deposit) => (
          <li key={deposit.id}>
            <DepositRow deposit={deposit} words={words(deposit)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DepositRowProps {
  deposit: Deposit
  words: DepositWords
}

function DepositRow({ deposit: { status, seenAt, txId, explorerUrl }, words }: DepositRowProps) {
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
