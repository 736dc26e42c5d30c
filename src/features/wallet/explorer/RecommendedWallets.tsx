import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, LayoutGrid, TriangleAlert } from 'lucide-react'
import { RECOMMENDED_WALLETS } from '#contract/wallet.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import { installedWallets } from '#features/wallet/connection/installed-wallets.ts'
import { installedOf } from '#features/wallet/connection/wallet-listing.ts'
import { showView } from '#features/wallet/modal/wallet-modal.actions.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { WalletTile } from '#ui/WalletTile.tsx'
import { WalletTileIcon } from '#ui/WalletTileIcon.tsx'
import { ListingTile } from './ListingTile.tsx'
import { WalletTiles } from './WalletTiles.tsx'
import { recommendedWalletsQuery } from './wallets.queries.ts'

/** Up to nine wallets that are not installed here, and a link to all others. */
export function RecommendedWallets() {
  const { t } = useLingui()
  const query = useQuery(recommendedWalletsQuery(isHandheld() ? 'mobile' : 'desktop'))
  const installed = useStore(installedWallets)
  const { data } = query
  if (data === undefined && (query.error || query.fetchStatus === 'paused')) {
    return (
      <div className="grid gap-2 justify-items-start">
        <Note
          icon={query.error ? <TriangleAlert aria-hidden size={16} /> : <CloudOff aria-hidden size={16} />}
        >
          {query.error ? (
            <Trans>The list of wallets did not load. What is shown here still works.</Trans>
          ) : (
            <Trans>You are offline. The list of wallets appears as soon as you are connected.</Trans>
          )}
        </Note>
        {query.error ? (
          <Button
            variant="secondary"
            size="sm"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            <Trans>Try again</Trans>
          </Button>
        ) : null}
      </div>
    )
  }
  const shown = (data?.listings ?? []).filter((listing) => !installedOf(listing, installed))
  return (
    <div aria-busy={data === undefined}>
      <WalletTiles awaited={data === undefined ? RECOMMENDED_WALLETS : 0}>
        {shown.slice(0, RECOMMENDED_WALLETS).map((listing) => (
          <ListingTile key={listing.id} listing={listing} />
        ))}
        {data === undefined ? null : (
          <li>
            <WalletTile
              name={t`View all`}
              mark={
                <WalletTileIcon>
                  <LayoutGrid aria-hidden size={21} />
                </WalletTileIcon>
              }
              data-focus-key="all"
              onClick={() => showView({ name: 'explorer' })}
            />
          </li>
        )}
      </WalletTiles>
    </div>
  )
}
