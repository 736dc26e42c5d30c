import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CloudOff, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { WALLETS_PER_PAGE } from '#contract/wallet.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import styles from '#features/wallet/wallet.module.css'
import { errorMessageOf } from '#i18n/error-messages.ts'
import '#i18n/wallet-answers.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Text } from '#ui/Text.tsx'
import { useNearEnd } from '#ui/use-near-end.ts'
import { ListingTile } from './ListingTile.tsx'
import { WalletTiles } from './WalletTiles.tsx'
import { walletPagesQuery } from './wallets.queries.ts'

/** Milliseconds after the last key press until the explorer is asked. */
export const SEARCH_DEBOUNCE_MS = 500
/** Tiles that fill the first screen. */
const FIRST_SCREEN = 20

export function ExplorerView() {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const typed = text.trim()
  const settled = useDebounced(typed, SEARCH_DEBOUNCE_MS)
  // An empty field needs no delay.
  const search = typed === '' ? '' : settled
  const query = useInfiniteQuery(walletPagesQuery(isHandheld() ? 'mobile' : 'desktop', search))
  const { data, error, isFetching, fetchStatus } = query
  const total = data?.pages[0]?.total
  const clear = () => setText('')

  return (
    <div className={styles.explorer} data-stale={query.isPlaceholderData || undefined}>
      <div className="grid grid-cols-1 gap-4">
        <SearchField
          label={t`Search wallets`}
          value={text}
          maxLength={60}
          autoFocus={!isHandheld()}
          onChange={setText}
        />
        <p role="status" className="sr-only">
          {total === undefined || query.isPlaceholderData ? (
            ''
          ) : (
            <Plural value={total} _0="No wallets" one="# wallet" other="# wallets" />
          )}
        </p>
        {data === undefined && fetchStatus === 'paused' ? (
          <EmptyState
            level={3}
            icon={<CloudOff aria-hidden size={26} />}
            title={t`You are offline`}
            detail={t`Installed wallets still work. The others appear as soon as you are connected.`}
          />
        ) : data === undefined && error ? (
          <ErrorState
            level={3}
            title={t`The list of wallets did not load`}
            detail={i18n._(errorMessageOf(error))}
            action={
              <Button variant="secondary" loading={isFetching} onClick={() => void query.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          />
        ) : total === 0 ? (
          <EmptyState
            level={3}
            icon={<SearchX aria-hidden size={26} />}
            title={t`No wallet of this name`}
            detail={t`Any wallet that can scan a WalletConnect code works, too.`}
            action={
              <Button variant="secondary" onClick={clear}>
                <Trans>Show all wallets</Trans>
              </Button>
            }
          />
        ) : (
          <div className="grid grid-cols-1 gap-3.5" aria-busy={data === undefined}>
            {data?.pages.map(({ page, listings }) => (
              <div key={page} className={styles.page}>
                <WalletTiles>
                  {listings.map((listing) => (
                    <ListingTile key={listing.id} listing={listing} />
                  ))}
                </WalletTiles>
              </div>
            ))}
            {data === undefined ? <WalletTiles awaited={FIRST_SCREEN} /> : null}
            {query.hasNextPage ? (
              <MoreWallets
                awaited={Math.min(
                  WALLETS_PER_PAGE,
                  (total ?? 0) - (data?.pages.length ?? 0) * WALLETS_PER_PAGE,
                )}
                hasFailed={query.isFetchNextPageError}
                isFetching={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            ) : null}
          </div>
        )}
      </div>
    </div>
  )
}

/** Returns `value` after it has not changed for `delayMs`. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

interface MoreWalletsProps {
  /** Number of wallets on the next page. */
  awaited: number
  hasFailed: boolean
  isFetching: boolean
  onMore: () => void
}

/** Loads the next page when the end of the list comes near. */
function MoreWallets({ awaited, hasFailed, isFetching, onMore }: MoreWalletsProps) {
  const ref = useRef<HTMLDivElement>(null)
  useNearEnd(ref, { isHeld: hasFailed || isFetching, onNear: onMore })
  return (
    <div ref={ref}>
      {hasFailed ? (
        <div role="alert" className="grid justify-items-center gap-2">
          <Text tone="muted">
            <Trans>The rest did not load.</Trans>
          </Text>
          <Button variant="secondary" size="sm" loading={isFetching} onClick={onMore}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <WalletTiles awaited={Math.max(1, awaited)} />
      )}
    </div>
  )
}
