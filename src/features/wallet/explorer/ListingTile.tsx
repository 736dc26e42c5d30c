import type { WalletListing } from '#contract/wallet.ts'
import { connectListing } from '#features/wallet/modal/wallet-modal.actions.ts'
import { WalletMark } from '#ui/WalletMark.tsx'
import { WalletTile } from '#ui/WalletTile.tsx'

/** A tap connects the wallet in the best way available. */
export function ListingTile({ listing }: { listing: WalletListing }) {
  const { id, name, image } = listing
  return (
    <li>
      <WalletTile
        name={name}
        mark={<WalletMark src={image} name={name} size={54} />}
        data-focus-key={id}
        onClick={() => connectListing(listing)}
      />
    </li>
  )
}
