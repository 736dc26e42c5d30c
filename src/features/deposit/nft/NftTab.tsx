import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'

/** Says plainly that NFTs cannot be deposited, and where they are shown. */
export function NftTab() {
  return (
    <Callout
      tone="warning"
      icon={<TriangleAlert aria-hidden size={26} />}
      title={<Trans>NFTs cannot be deposited as money</Trans>}
      action={
        <Link to="/profile/nfts" replace className={buttonClass({ variant: 'secondary', block: true })}>
          <Trans>See my NFTs</Trans>
        </Link>
      }
    >
      <Trans>Koi credits coins only. Do not send an NFT to a deposit address: it would be lost.</Trans>
    </Callout>
  )
}
