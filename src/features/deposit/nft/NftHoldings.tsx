import { Plural, Trans } from '@lingui/react/macro'
import { Info, RefreshCw } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import type { GivenName } from '#contract/given-name.ts'
import { Button } from '#ui/Button.tsx'
import { Name } from '#ui/Name.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { ChainNfts } from './ChainNfts.tsx'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { NftHoldings as Holdings } from '#contract/wallet.ts'
import { walletNftsKey } from './nfts.queries.ts'

export interface NftWallet {
  /** In lower case. */
  readonly address: string
  readonly label: GivenName
}

interface NftHoldingsProps {
  isOpen: boolean
  wallet: NftWallet
  chains: readonly Chain[]
}

/** Each chain answers on its own. */
export function NftHoldings({ isOpen, wallet: { address, label }, chains }: NftHoldingsProps) {
  const { isFetching, count, refresh } = useWalletNfts(address)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Text weight={700} truncate>
            <Name>{label}</Name>
          </Text>
          <Text size={3} tone="muted" num translate="no">
            {shortAddress(address)}
          </Text>
        </div>
        <Button
          variant="secondary"
          size="sm"
          loading={isFetching}
          icon={<RefreshCw aria-hidden size={16} />}
          onClick={refresh}
        >
          <Trans>Refresh</Trans>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isFetching || count === 0 ? null : <Plural value={count} one="# NFT shown" other="# NFTs shown" />}
      </p>
      {chains.map((chain) => (
        <ChainNfts key={chain.id} isOpen={isOpen} address={address} chain={chain} />
      ))}
      {count > 0 ? (
        <Note icon={<Info aria-hidden size={16} />}>
          <Trans>
            Anybody can send you an NFT and choose its name. Do not open web addresses in names. Koi draws
            these pictures itself: loading an NFT’s own picture would show strangers who is looking.
          </Trans>
        </Note>
      ) : null}
    </>
  )
}

/**
 * Combined state of a wallet's queries on all chains, with a function to refetch them. Not `useQueries`, which would be
 * added to everybody's first load.
 */
function useWalletNfts(address: string) {
  const queryClient = useQueryClient()
  const filter = { queryKey: walletNftsKey(address) }
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  )
  const isFetching = useSyncExternalStore(subscribe, () => queryClient.isFetching(filter) > 0)
  /** Number of shown tokens. */
  const count = useSyncExternalStore(subscribe, () =>
    queryClient
      .getQueriesData<Holdings | null>(filter)
      .flatMap(([, data]) => data?.collections ?? [])
      .reduce((sum, { tokens }) => sum + tokens.length, 0),
  )
  return { isFetching, count, refresh: () => void queryClient.refetchQueries(filter) }
}
