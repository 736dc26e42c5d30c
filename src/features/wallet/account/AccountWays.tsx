import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, Network, Repeat, Unplug } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import { disconnectWallet } from '#features/wallet/connection/wallet.actions.ts'
import { showView } from '#features/wallet/modal/wallet-modal.actions.ts'
import { useAction } from '#lib/use-action.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { listRowClass } from '#ui/list-row-class.ts'

interface AccountWaysProps {
  address: string
  /** The wallet's chain, if this server uses it. */
  chain: Chain | undefined
  /** True if this server uses more than one network. */
  hasNetworks: boolean
  onDisconnected: () => void
}

export function AccountWays({ address, chain, hasNetworks, onDisconnected }: AccountWaysProps) {
  const { t } = useLingui()
  const leaving = useAction({ run: () => disconnectWallet(), onSuccess: onDisconnected })
  return (
    <ul>
      {chain && hasNetworks ? (
        <li>
          <ListRow
            variant="plain"
            icon={<Network aria-hidden size={20} />}
            title={<Trans>Network</Trans>}
            trailing={chain.name}
            chevron
            data-focus-key="network"
            onClick={() => showView({ name: 'network' })}
          />
        </li>
      ) : null}
      {chain?.explorerUrl ? (
        <li>
          <a
            href={`${chain.explorerUrl}/address/${address}`}
            target="_blank"
            rel="noopener noreferrer"
            className={listRowClass({ variant: 'plain' })}
          >
            <ListRowContent
              icon={<ExternalLink aria-hidden size={20} />}
              title={<Trans>Open in the block explorer</Trans>}
              trailing={<span className="sr-only">{t`opens in a new tab`}</span>}
            />
          </a>
        </li>
      ) : null}
      <li>
        <ListRow
          variant="plain"
          icon={<Repeat aria-hidden size={20} />}
          title={<Trans>Use another wallet</Trans>}
          chevron
          data-focus-key="switch"
          onClick={() => showView({ name: 'connect' })}
        />
      </li>
      <li>
        <ListRow
          variant="plain"
          icon={<Unplug aria-hidden size={20} />}
          title={<Trans>Disconnect</Trans>}
          disabled={leaving.isRunning}
          onClick={() => leaving.run()}
        />
      </li>
    </ul>
  )
}
