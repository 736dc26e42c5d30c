import { Trans, useLingui } from '@lingui/react/macro'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Coin } from '#contract/coins.ts'
import { DEPOSIT_CONFIRMATIONS, type Deposit } from '#contract/deposits.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Beacon } from '#ui/Beacon.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { DepositProgress } from './DepositProgress.tsx'
import type { SentTransfer } from './SimulateTransfer.tsx'
import { useDepositWords } from './deposit-words.ts'

const MAX_SHOWN = 3

interface LiveDepositsProps {
  /** Undefined while loading. */
  deposits: readonly Deposit[] | undefined
  coins: readonly Coin[] | undefined
  /** Simulated transfers of this screen, newest first. */
  sent: readonly SentTransfer[]
}

/** Deposits that are pending or ended while the screen was open; without any, a note that Koi is waiting for one. */
export function LiveDeposits({ deposits, coins, sent }: LiveDepositsProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { isFollowed } = useSnapshot(depositState)
  const words = useDepositWords(coins)
  const [settledBefore, setSettledBefore] = useState<ReadonlySet<string>>()
  if (settledBefore === undefined && deposits) {
    setSettledBefore(new Set(deposits.flatMap(({ id, status }) => (status === 'confirming' ? [] : [id]))))
  }
  const shown = (deposits ?? [])
    .filter(({ id, status }) => status === 'confirming' || settledBefore?.has(id) === false)
    .slice(0, MAX_SHOWN)
  // Shown at once; after its first block the deposit is in the list.
  const awaited = sent.find(({ txId }) => deposits?.every((deposit) => deposit.txId !== txId) ?? true)
  const amount = awaited && `${decimal(awaited.amount, 0)} USDT`
  const sentWords = t`Sent on the practice chain, waiting for its first block`
  const spoken = awaited ? sentWords : shown[0] && words(shown[0]).title
  return (
    <section aria-label={t`Your transfer`} className="grid grid-cols-1 gap-2.5">
      {/* The live region is apart from the cards: otherwise screen readers would read every change of the confirmations. */}
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {shown.map((deposit) => (
        <DepositProgress key={deposit.id} deposit={deposit} words={words(deposit)} />
      ))}
      {awaited ? (
        <Callout icon={<Radio aria-hidden size={26} />} title={t`On its way: ${amount}`}>
          {sentWords}
        </Callout>
      ) : null}
      {shown.length === 0 && !awaited ? (
        <Card className="flex items-center gap-4">
          <Beacon isLive={isFollowed} />
          <div className="grid gap-0.5">
            <Text size={4} weight={650}>
              <Trans>Waiting for your transfer</Trans>
            </Text>
            <Text size={2} tone="muted">
              <Trans>Credited after {DEPOSIT_CONFIRMATIONS} confirmations, about a minute</Trans>
            </Text>
          </div>
        </Card>
      ) : null}
    </section>
  )
}
