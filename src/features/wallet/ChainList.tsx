import { Trans, useLingui } from '@lingui/react/macro'
import type { Chain } from '#contract/config.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'

/** The networks of this server with their chain ids. */
export function ChainList({ chains }: { chains: readonly Chain[] }) {
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
