import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download, KeyRound, Wallet } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import { showView } from '#features/wallet/modal/wallet-modal.actions.ts'
import { configQuery } from '#queries/config.queries.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRow } from '#ui/ListRow.tsx'

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

function WalletGuide() {
  const { t } = useLingui()
  return (
    <ul className="grid gap-2.5">
      <li>
        <ListRow
          icon={<Wallet aria-hidden size={21} />}
          title={t`What a wallet is`}
          subtitle={t`An app or browser extension that keeps the keys to your coins. It shows you every request and signs only what you approve. Koi never holds those keys.`}
        />
      </li>
      <li>
        <ListRow
          icon={<Download aria-hidden size={21} />}
          title={t`How to get one`}
          subtitle={t`Install it from its maker’s own site or from your device’s app store, never from a link in a message. Write its seed phrase down on paper.`}
        />
      </li>
      <li>
        <ListRow
          icon={<KeyRound aria-hidden size={21} />}
          iconTone="gold"
          title={t`Never share your seed phrase`}
          subtitle={t`Anyone who has it can take your coins. Koi never asks for it, and no page or form needs it.`}
        />
      </li>
    </ul>
  )
}

function ChainList({ chains }: { chains: readonly Chain[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-2.5">
      <Heading level={3}>
        <Trans>Networks of this server</Trans>
      </Heading>
      <DefinitionList
        facts={chains.map(({ id, name, testnet }) => ({
          term: name,
          value: testnet ? t`Test network, chain ${id}` : t`Chain ${id}`,
        }))}
      />
    </section>
  )
}
