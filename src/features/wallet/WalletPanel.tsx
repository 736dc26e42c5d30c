import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#lib/config.queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { OverlayTitle } from '#ui/OverlayTitle.tsx'
import { ChainList } from './ChainList.tsx'
import { needsHttps } from './needs-https.ts'
import { WalletGuide } from './WalletGuide.tsx'

interface WalletPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** What a wallet is, how to get one safely, and the networks this server names. */
export function WalletPanel({ isOpen, onClose }: WalletPanelProps) {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery)
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`Wallets`}
      header={<OverlayTitle title={t`Wallets`} isPractice={config?.mode === 'practice'} />}
    >
      <div className="grid gap-5">
        <Banner inset>
          <Trans>This release does not connect wallets. Here is what to know about them.</Trans>
        </Banner>
        {needsHttps(window.location) ? (
          <Banner inset tone="warning">
            <Trans>This page came over http. Connecting a wallet usually needs https.</Trans>
          </Banner>
        ) : null}
        <WalletGuide />
        {config && config.chains.length > 0 ? <ChainList chains={config.chains} /> : null}
      </div>
    </Overlay>
  )
}
