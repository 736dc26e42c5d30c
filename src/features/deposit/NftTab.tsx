import { Trans, useLingui } from '@lingui/react/macro'
import { Image } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { chooseTab } from './deposit.actions.ts'

/** Says plainly what an NFT is not good for here. */
export function NftTab() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={3}
      icon={<Image aria-hidden size={26} />}
      title={t`NFTs cannot be deposited as money`}
      detail={t`Koi credits coins only. Do not send an NFT to a deposit address: it would be lost.`}
      action={
        <Button variant="secondary" onClick={() => chooseTab('crypto')}>
          <Trans>Deposit crypto</Trans>
        </Button>
      }
    />
  )
}
