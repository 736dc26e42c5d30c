import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Coin } from '#contract/coins.ts'
import { DEPOSIT_CONFIRMATIONS, type Deposit } from '#contract/deposits.ts'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { depositState } from './deposit.state.ts'
import styles from './deposit.module.css'
import { DepositProgress } from './DepositProgress.tsx'
import { useDepositWords } from './deposit-words.ts'

const MAX_SHOWN = 3

interface LiveDepositsProps {
  /** Undefined until the list is there. */
  deposits: readonly Deposit[] | undefined
  coins: readonly Coin[] | undefined
}

/** What is under way, or came to its end while this was on screen; without any, that Koi looks out for it. */
export function LiveDeposits({ deposits, coins }: LiveDepositsProps) {
  const { t } = useLingui()
  const { news } = useSnapshot(depositState)
  const words = useDepositWords(coins)
  const [settledBefore, setSettledBefore] = useState<ReadonlySet<string>>()
  if (settledBefore === undefined && deposits) {
    setSettledBefore(new Set(deposits.flatMap(({ id, status }) => (status === 'confirming' ? [] : [id]))))
  }
  const shown = (deposits ?? [])
    .filter(({ id, status }) => status === 'confirming' || settledBefore?.has(id) === false)
    .slice(0, MAX_SHOWN)
  const spoken = shown[0] && words(shown[0]).title
  return (
    <section aria-label={t`Your transfer`} className="grid grid-cols-1 gap-2.5">
      {/* Apart from the cards, whose count of confirmations would be read out every three seconds. */}
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {shown.map((deposit) => (
        <DepositProgress key={deposit.id} deposit={deposit} words={words(deposit)} />
      ))}
      {shown.length === 0 ? (
        <Card className="flex items-center gap-4">
          <span aria-hidden className={styles.beacon} data-live={news !== 'none' || undefined} />
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
