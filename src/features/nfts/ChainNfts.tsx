import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import type { Chain } from '#contract/config.ts'
import type { NftHoldings } from '#contract/wallet.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import type { NftViewer, NftWallet } from './nft-wallet.ts'
import { walletNftsQuery } from './nfts.queries.ts'
import { TokenGrid } from './TokenGrid.tsx'

interface ChainNftsProps {
  wallet: NftWallet
  chain: Chain
  viewer: NftViewer
}

export function ChainNfts({ wallet, chain, viewer }: ChainNftsProps) {
  const { moment } = useFormat()
  const id = useId()
  const { name } = chain
  const { data, error, fetchStatus } = useQuery(walletNftsQuery(wallet.address, chain.id))
  const isOffline = useStore(connection) === 'offline'
  const at = data ? moment(new Date(data.at)) : ''
  return (
    <section
      aria-labelledby={id}
      aria-busy={data === undefined && fetchStatus === 'fetching'}
      className="grid grid-cols-1 gap-2.5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading level={3} size="card" id={id} translate="no">
          {name}
        </Heading>
        {data && (isOffline || !error) ? (
          <Text size={3} tone="muted" num>
            <Trans>As of {at}</Trans>
          </Text>
        ) : null}
      </div>
      {content()}
    </section>
  )

  function content() {
    if (data === null) {
      return (
        <Text tone="muted">
          <Trans>Koi does not read {name}: its operator has set no node for it.</Trans>
        </Text>
      )
    }
    if (data) {
      return (
        <>
          {error && !isOffline ? (
            <Banner tone="warning" inset>
              <FailedRead chain={name} error={error} />
              <SentenceGap />
              <Trans>This is what the wallet held at {at}.</Trans>
            </Banner>
          ) : null}
          <TokenGrid collections={data.collections} wallet={wallet} chain={chain} viewer={viewer} />
          <NftReach holdings={data} chainName={name} />
        </>
      )
    }
    if (isOffline) {
      return (
        <Text tone="muted">
          <Trans>Nothing of this wallet on {name} is saved on this device.</Trans>
        </Text>
      )
    }
    if (error) {
      return (
        <Banner tone="warning" inset>
          <FailedRead chain={name} error={error} />
        </Banner>
      )
    }
    return (
      <div className="grid gap-2.5">
        <span role="status" className="sr-only">
          <Trans>Reading {name}</Trans>
        </span>
        <Skeleton shape="box" height="6.75rem" />
      </div>
    )
  }
}

function FailedRead({ chain, error }: { chain: string; error: Error }) {
  const { i18n } = useLingui()
  const isChain = error instanceof ApiError && error.code === 'wallet_chain_unavailable'
  return isChain ? (
    <Trans>{chain} did not answer.</Trans>
  ) : (
    <>
      <Trans>{chain} could not be read.</Trans>
      <SentenceGap />
      <span>{i18n._(errorMessageOf(error))}</span>
    </>
  )
}

interface NftReachProps {
  holdings: NftHoldings
  chainName: string
}

/** Says if the list is incomplete; renders nothing if the whole chain was read. */
function NftReach({ holdings, chainName }: NftReachProps) {
  const { moment } = useFormat()
  const { reach, collections, unanswered, skipped } = holdings
  const since = reach.kind === 'since' ? moment(new Date(reach.at)) : ''
  return (
    <div className="grid grid-cols-1 gap-1">
      {collections.length === 0 ? (
        <Text tone="muted">
          <Trans>No NFTs found on {chainName}.</Trans>
        </Text>
      ) : null}
      {reach.kind === 'all' ? null : <Line>{reachWords(reach)}</Line>}
      {unanswered > 0 ? (
        <Line>
          <Plural
            value={unanswered}
            one="# more could not be checked just now. Refresh to try again."
            other="# more could not be checked just now. Refresh to try again."
          />
        </Line>
      ) : null}
      {skipped > 0 ? (
        <Line>
          <Plural
            value={skipped}
            one="Very many came in. # older one was not checked."
            other="Very many came in. # older ones were not checked."
          />
        </Line>
      ) : null}
    </div>
  )

  function reachWords(part: Exclude<NftHoldings['reach'], { kind: 'all' }>) {
    if (part.kind === 'none') {
      return (
        <Trans>
          {chainName} does not show Koi which NFTs came in. Koi checks only the collections that its operator
          has chosen.
        </Trans>
      )
    }
    return part.goesOn ? (
      <Trans>
        Only what came in since {since} was read from {chainName}. Refresh to look further back.
      </Trans>
    ) : (
      <Trans>
        Only what came in since {since} can be read from {chainName}.
      </Trans>
    )
  }
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Text size={3} tone="muted">
      {children}
    </Text>
  )
}
