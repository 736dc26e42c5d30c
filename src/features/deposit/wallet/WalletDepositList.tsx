import { Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Chain } from '#contract/config.ts'
import type { Deposit } from '#contract/deposits.ts'
import type { WalletDeposit } from '#contract/wallet-deposits.ts'
import { DepositProgress } from '#features/deposit/arrivals/DepositProgress.tsx'
import { useDepositWords } from '#features/deposit/arrivals/deposit-words.ts'
import { useStore } from '#lib/use-store.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { followLive, liveTopics } from '#session/live.ts'
import { Heading } from '#ui/Heading.tsx'
import { IntentProgress } from './IntentProgress.tsx'
import { walletDepositState } from './wallet-deposit.state.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'

const MAX_SHOWN = 5

interface WalletDepositListProps {
  isOpen: boolean
  chains: readonly Chain[]
}

/** Recent deposits from wallets. */
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
    // The list is below the form that was just sent.
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
      {/* The live region is apart from the cards: otherwise screen readers would read every change of the confirmations. */}
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

/** Polling interval for pending deposits while the server pushes nothing. */
const ASK_EVERY_MS = 2_000
/**
 * Polling interval for a payment that is in no block yet. The server pushes only deposits: it does not tell that a
 * transaction failed, was replaced or was dropped.
 */
const ASK_UNSEEN_EVERY_MS = 10_000

/** Shows the server's pushes while the list is open. */
function useFollowedWalletDeposits(isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isOpen) return
    return followLive({
      topic: 'deposits',
      ask: () => queryClient.fetchQuery(walletDepositsQuery),
      onNews: (changed) => show(queryClient, changed),
      onEnd: () => undefined,
    })
  }, [isOpen, queryClient])
}

function show(queryClient: QueryClient, changed: readonly Deposit[]): void {
  const { queryKey } = walletDepositsQuery
  const known = queryClient.getQueryData(queryKey) ?? []
  const isKnown = ({ id }: Deposit) => known.some(({ deposit }) => deposit?.id === id)
  // A running request may return data from before the push.
  const isAsked = queryClient.isFetching({ queryKey }) > 0
  if (changed.some(isKnown)) {
    queryClient.setQueryData(queryKey, (list) =>
      list?.map((each) => ({
        ...each,
        deposit: changed.find(({ id }) => id === each.deposit?.id) ?? each.deposit,
      })),
    )
  }
  // A payment may have got into a block.
  if (isAsked || (known.some(isUnseen) && !changed.every(isKnown))) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** For `refetchInterval` of the list. */
function useAskEveryMs(): (list: readonly WalletDeposit[] | undefined) => number | false {
  const isTold = useStore(liveTopics).has('deposits')
  return (list = []) => {
    if (!isTold) return list.some(isUnderWay) ? ASK_EVERY_MS : false
    return list.some(isUnseen) ? ASK_UNSEEN_EVERY_MS : false
  }
}

/** Perhaps sent, and in no block. */
const isUnseen = ({ status, deposit }: WalletDeposit) =>
  deposit === null && ['sent', 'seen', 'unanswered'].includes(status)

const isUnderWay = (each: WalletDeposit) => isUnseen(each) || each.deposit?.status === 'confirming'
