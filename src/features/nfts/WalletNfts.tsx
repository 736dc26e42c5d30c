import { Plural, Trans } from '@lingui/react/macro'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { Info, RefreshCw } from 'lucide-react'
import { useCallback, useId, useSyncExternalStore } from 'react'
import type { Chain } from '#contract/config.ts'
import type { NftHoldings } from '#contract/wallet.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Name } from '#ui/Name.tsx'
import { Note } from '#ui/Note.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { ChainNfts } from './ChainNfts.tsx'
import type { NftViewer, NftWallet } from './nft-wallet.ts'
import { walletNftsKey } from './nfts.queries.ts'

interface WalletNftsProps {
  wallet: NftWallet
  chains: readonly Chain[]
  viewer: NftViewer
}

/** Each chain answers on its own. */
export function WalletNfts({ wallet, chains, viewer }: WalletNftsProps) {
  const id = useId()
  const { address, label, isLinked } = wallet
  const { isFetching, count, refresh } = useWalletNfts(address)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Heading level={2} size="section" id={id} className="flex flex-wrap items-center gap-2">
            {label ? <Name>{label}</Name> : <Trans>Wallet</Trans>}
            {isLinked ? (
              <Badge tone="jade">
                <Trans>Linked</Trans>
              </Badge>
            ) : null}
          </Heading>
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
        <ChainNfts key={chain.id} wallet={wallet} chain={chain} viewer={viewer} />
      ))}
      {count > 0 ? (
        <Note icon={<Info aria-hidden size={16} />}>
          <Trans>
            Anybody can send you an NFT and choose its name. Do not open web addresses in names. Pictures come
            through Koi’s server, so that no stranger sees who is looking.
          </Trans>
        </Note>
      ) : null}
    </section>
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
  /** Number of tokens that are not hidden. */
  const count = useSyncExternalStore(subscribe, () =>
    queryClient
      .getQueriesData<NftHoldings | null>(filter)
      .flatMap(([, data]) => data?.collections ?? [])
      .reduce((sum, { tokens, isSpam }) => sum + (isSpam ? 0 : tokens.length), 0),
  )
  return { isFetching, count, refresh: () => void queryClient.refetchQueries(filter) }
}
