import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Chain } from '#contract/config.ts'
import { DepositProgress } from '#features/deposit/arrivals/DepositProgress.tsx'
import { useDepositWords } from '#features/deposit/arrivals/deposit-words.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Heading } from '#ui/Heading.tsx'
import { IntentProgress } from './IntentProgress.tsx'
import { useAskEveryMs, useFollowedWalletDeposits } from './use-followed-wallet-deposits.ts'
import { walletDepositState } from './wallet-deposit.state.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'

const MAX_SHOWN = 5

interface WalletDepositListProps {
  isOpen: boolean
  chains: readonly Chain[]
}

/** What was sent from wallets lately, and where it stands. */
export function WalletDepositList({ isOpen, chains }: WalletDepositListProps) {
  const { t } = useLingui()
  const { data: coins } = useQuery(coinsQuery)
  const words = useDepositWords(coins)
  const askEveryMs = useAskEveryMs()
  const { data } = useQuery({
    ...walletDepositsQuery,
    enabled: isOpen,
    refetchInterval: ({ state }) => askEveryMs(state.data),
  })
  useFollowedWalletDeposits(isOpen)
  const isSent = ['sent', 'unanswered'].includes(useSnapshot(walletDepositState).payment.status)
  const newest = data?.[0]?.id
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // It stands below the form that was just sent.
    if (isSent && newest !== undefined) section.current?.scrollIntoView({ block: 'start' })
  }, [isSent, newest])
  if (!data || data.length === 0) return null
  const shown = data.slice(0, MAX_SHOWN)
  const first = shown[0]?.deposit
  return (
    <section ref={section} aria-label={t`Sent from your wallet`} className="grid grid-cols-1 gap-2.5">
      <Heading level={3}>
        <Trans>Sent from your wallet</Trans>
      </Heading>
      {/* Apart from the cards, whose count of confirmations would be read out again and again. */}
      <p role="status" className="sr-only">
        {first ? words(first).title : null}
      </p>
      {shown.map((each) =>
        each.deposit ? (
          <DepositProgress key={each.id} deposit={each.deposit} words={words(each.deposit)} />
        ) : (
          <IntentProgress
            key={each.id}
            intent={each}
            symbol={coins?.find(({ id }) => id === each.coin)?.symbol ?? ''}
            chainName={chains.find(({ id }) => id === each.chainId)?.name ?? ''}
          />
        ),
      )}
    </section>
  )
}
