import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import type { CrashTable } from '#features/play/crash-table.ts'

interface CrashChainSheetProps {
  isOpen: boolean
  onClose: () => void
  table: CrashTable
}

export function CrashChainSheet({ isOpen, onClose, table }: CrashChainSheetProps) {
  const { t } = useLingui()
  const { integer, decimal, percentExact } = useFormat()
  const chain = useStore(table.chain)
  const view = useStore(table.view)
  const link = useStore(table.link)
  const latency = view?.latency
  const ms = (value: number) => `${decimal(value.toFixed(1), 0, 1)} ms`
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Provably fair`}>
      <div className="grid grid-cols-1 gap-5">
        <Text tone="muted">
          {chain?.saltRule === 'device' ? (
            <Trans>
              This demonstration makes its rounds in your browser. Each game has a hash of a chain whose last
              hash is below, shown before the first game. After betting has closed the browser draws a salt by
              chance. Hash and salt make the end, so nobody knows it while bets are taken, and you can verify
              every round.
            </Trans>
          ) : (
            <Trans>
              All players share each round. Each game has a hash of a chain whose last hash is below,
              published before the first game. The salt is a public value that does not exist yet while bets
              are taken. Hash and salt make the end, so nobody knows it before, Koi included.
            </Trans>
          )}
        </Text>
        {chain && chain.saltRule !== 'device' ? (
          <Text tone="muted">
            <Trans>
              If the server that leads a round is lost, another one follows this rule: while bets are taken,
              all stakes go back. While the curve rises, cash-outs count and targets that it reaches are paid;
              the rest goes back if the server was lost before the crash.
            </Trans>
          </Text>
        ) : null}
        {chain ? (
          <section className="grid grid-cols-1 gap-2.5">
            <Heading level={3} size="section">
              {t`The chain`}
            </Heading>
            <CopyableCode text={chain.lastHash} copyLabel={t`Copy the last hash`} copied={t`Hash copied`} />
            <DefinitionList
              facts={[
                { term: t`Games of the chain`, value: integer(chain.length) },
                { term: t`Played`, value: integer(chain.played) },
                {
                  term: t`Salt`,
                  value:
                    chain.saltRule === 'device' ? (
                      <Trans>drawn in this browser after the lock</Trans>
                    ) : chain.saltRule === 'drand-quicknet' ? (
                      <Trans>first drand quicknet round after the lock</Trans>
                    ) : (
                      <Trans>first block of the practice chain after the lock</Trans>
                    ),
                },
                { term: t`Void rounds`, value: view && link !== 'offline' ? integer(view.voids) : '–' },
              ]}
            />
          </section>
        ) : null}
        {latency ? (
          <section className="grid grid-cols-1 gap-2.5">
            <Heading level={3} size="section">
              {t`From arrival to decision, last 24 hours`}
            </Heading>
            <DefinitionList
              facts={[
                { term: t`Half of all cash-outs within`, value: ms(latency.p50) },
                { term: t`95 of 100 within`, value: ms(latency.p95) },
                { term: t`99 of 100 within`, value: ms(latency.p99) },
                { term: t`Cash-outs`, value: integer(latency.cashOuts) },
                {
                  term: t`Not counted: the round was over`,
                  value: percentExact(Math.round(latency.lostShare * 10_000)),
                },
              ]}
            />
          </section>
        ) : null}
      </div>
    </Overlay>
  )
}
