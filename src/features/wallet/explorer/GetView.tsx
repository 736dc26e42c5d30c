import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import type { WalletListing } from '#contract/wallet.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import { storeLink } from '#features/wallet/connection/wallet-listing.ts'
import { Button } from '#ui/Button.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { recommendedWalletsQuery } from './wallets.queries.ts'

const SHOWN = 5

/** Links to stores and makers come from the explorer. */
export function GetView() {
  const { t } = useLingui()
  const { data, isFetching } = useQuery(recommendedWalletsQuery(isHandheld() ? 'mobile' : 'desktop'))
  const offers = (data?.listings ?? [])
    .map((listing) => ({ listing, href: storeLink(listing) }))
    .filter((offer): offer is { listing: WalletListing; href: string } => offer.href !== null)
    .slice(0, SHOWN)
  return (
    <div className="grid grid-cols-1 gap-5">
      <NumberedList>
        <Trans>Choose a wallet and install it from its maker’s page or your device’s store.</Trans>
        <Trans>Create a new account in it. Write the seed phrase down on paper, and show it to nobody.</Trans>
        <Trans>Come back and connect it.</Trans>
      </NumberedList>
      {offers.length > 0 ? (
        <ul className="grid gap-2.5" aria-label={t`Wallets to install`}>
          {offers.map(({ listing: { id, name, image }, href }) => (
            <li key={id}>
              <a href={href} target="_blank" rel="noopener noreferrer" className={listRowClass()}>
                <ListRowContent
                  icon={<WalletMark src={image} name={name} />}
                  iconTone="none"
                  title={name}
                  subtitle={<span className="wrap-anywhere">{new URL(href).hostname}</span>}
                  trailing={<ExternalLink aria-label={t`opens in a new tab`} size={18} />}
                />
              </a>
            </li>
          ))}
        </ul>
      ) : isFetching ? (
        <div aria-busy className="grid gap-2.5">
          <Skeleton shape="box" height={74} />
          <Skeleton shape="box" height={74} />
          <Skeleton shape="box" height={74} />
        </div>
      ) : null}
      {isHandheld() ? null : (
        <Button
          variant="secondary"
          block
          icon={<RotateCw aria-hidden size={18} />}
          onClick={() => window.location.reload()}
        >
          <Trans>I have installed one: reload</Trans>
        </Button>
      )}
    </div>
  )
}
