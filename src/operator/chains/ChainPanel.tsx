import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatedChain } from '#contract/operator/chains.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Cover } from '#operator/parts/Cover.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { SimpleTable } from '#operator/parts/SimpleTable.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'

export function ChainPanel({ chain }: { chain: OperatedChain }) {
  const { t } = useLingui()
  const { integer, amount } = useConsoleFormat()
  const { readHeight, height, readAt, halted, hotWallet } = chain
  const known = (value: string | null) => (value === null ? t`Not known` : amount(value))
  const lag = readHeight !== null && height !== null ? Math.max(0, height - readHeight) : null
  return (
    <Panel
      title={chain.chain}
      trailing={
        <span className="inline-flex flex-wrap gap-1.5">
          {chain.isPractice ? (
            <Badge tone="info">
              <Trans>Practice</Trans>
            </Badge>
          ) : null}
          <WatcherState watcher={chain.watcher} />
        </span>
      }
    >
      {halted === null ? null : (
        <Banner tone="warning" inset>
          <Trans>Nothing is signed: {halted}</Trans>
        </Banner>
      )}
      <Facts
        facts={[
          { term: t`Read to block`, value: readHeight === null ? t`None yet` : integer(readHeight) },
          { term: t`Newest block`, value: height === null ? t`The node does not answer` : integer(height) },
          { term: t`Blocks behind`, value: lag === null ? '—' : integer(lag) },
          { term: t`Read at`, value: readAt === null ? t`Never` : <Moment at={readAt} /> },
        ]}
      />
      {hotWallet === null ? null : (
        <Facts facts={[{ term: t`Hot wallet`, value: <Code text={hotWallet} /> }]} />
      )}
      <SimpleTable
        label={t`Holdings on ${ph({ chain: chain.chain })}`}
        heads={[t`Coin`, t`Owed, on all chains`, t`Held`, t`In the hot wallet`, t`Cover`]}
        rows={chain.coins.map(({ coin, symbol, owed, held, inHotWallet }) => ({
          key: coin,
          cells: [
            symbol,
            amount(owed),
            known(held),
            known(inHotWallet),
            <Cover key="cover" owed={owed} held={held} />,
          ],
        }))}
        empty={t`No coins.`}
      />
    </Panel>
  )
}

function WatcherState({ watcher }: { watcher: OperatedChain['watcher'] }) {
  switch (watcher) {
    case 'running':
      return (
        <Badge tone="jade">
          <Trans>Being read</Trans>
        </Badge>
      )
    case 'late':
      return (
        <Badge tone="gold">
          <Trans>Late</Trans>
        </Badge>
      )
    case 'away':
      return (
        <Badge tone="danger">
          <Trans>Not read</Trans>
        </Badge>
      )
  }
}
