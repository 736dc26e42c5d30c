import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#queries/config.queries.ts'
import { Button } from '#ui/Button.tsx'
import { ChainList } from './ChainList.tsx'
import { WalletGuide } from './WalletGuide.tsx'
import { showView } from './wallet-modal.actions.ts'

/** What a wallet is, how to keep it safe, and the networks of this server. */
export function HelpView() {
  const { data: config } = useQuery(configQuery)
  return (
    <div className="grid grid-cols-1 gap-5">
      <WalletGuide />
      {config && config.chains.length > 0 ? <ChainList chains={config.chains} /> : null}
      <Button variant="secondary" block data-focus-key="get" onClick={() => showView({ name: 'get' })}>
        <Trans>Get a wallet</Trans>
      </Button>
    </div>
  )
}
