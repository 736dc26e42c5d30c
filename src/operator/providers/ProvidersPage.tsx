import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { listOperatedProviders, type OperatedProvider } from '#contract/operator/providers.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { Ago } from '#operator/parts/Ago.tsx'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { consoleClass } from '#ui/console/console-class.ts'
import { toast } from '#ui/toast.ts'
import { SettleDebt } from './SettleDebt.tsx'

export function ProvidersPage() {
  const { t } = useLingui()
  const mayChange = useMay()('providers.change')
  const act = useAct()
  const [asked, ask] = useState<OperatedProvider>()
  const [isSettling, setIsSettling] = useState(false)
  const shown = useShownLast(asked)
  const query = useQuery(operatorQuery(listOperatedProviders))
  const columns = useColumns(mayChange ? ask : undefined)
  const name = shown?.name ?? ''
  const isOn = shown?.isOn === true
  return (
    <ConsolePage
      title={t`Providers`}
      lead={t`Games of others. Figures are of this UTC day.`}
      actions={
        mayChange ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Scale aria-hidden size={16} />}
            onClick={() => setIsSettling(true)}
          >
            <Trans>Settle a debt</Trans>
          </Button>
        ) : undefined
      }
    >
      <PageGate query={query}>
        {(providers) => (
          <DataGrid
            label={t`Providers`}
            fileName="providers"
            columns={columns}
            rows={{ rows: providers }}
            rowId={({ provider }) => provider}
            empty={{ title: t`No providers`, detail: t`The configuration names them.` }}
          />
        )}
      </PageGate>
      <ActionDialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={isOn ? t`Turn off ${name}` : t`Turn on ${name}`}
        confirm={isOn ? t`Turn off` : t`Turn on`}
        isDangerous={isOn}
        run={async (why) => {
          if (!asked) return
          const action = asked.isOn ? 'provider off' : 'provider on'
          const rows = await act({ action, words: [asked.provider], options: {} }, why)
          if (rows) toast({ message: asked.isOn ? t`${name} is off` : t`${name} is on`, tone: 'success' })
        }}
      >
        <p>
          {isOn ? (
            <Trans>Its games can no longer be opened. Rounds that are open are still settled.</Trans>
          ) : (
            <Trans>Its games can be opened again at once.</Trans>
          )}
        </p>
      </ActionDialog>
      <SettleDebt open={isSettling} onClose={() => setIsSettling(false)} />
    </ConsolePage>
  )
}

function useColumns(
  ask: ((provider: OperatedProvider) => void) | undefined,
): readonly GridColumn<OperatedProvider>[] {
  const { t } = useLingui()
  const { usd, integer, coin: coinText } = useConsoleFormat()

  const columns: GridColumn<OperatedProvider>[] = [
    { id: 'name', head: t`Provider`, width: 1.2, text: ({ name }) => name, sortBy: ({ name }) => name },
    {
      id: 'state',
      head: t`State`,
      width: 0.6,
      text: ({ isOn }) => (isOn ? 'on' : 'off'),
      cell: ({ isOn }) => (isOn ? <Badge tone="jade">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>),
      sortBy: ({ isOn }) => Number(isOn),
    },
    {
      id: 'games',
      head: t`Games on`,
      isNumber: true,
      text: ({ gamesOn, games }) => `${gamesOn}/${games}`,
      cell: ({ gamesOn, games }) => t`${ph({ on: integer(gamesOn) })} of ${ph({ games: integer(games) })}`,
      sortBy: ({ gamesOn }) => gamesOn,
    },
    {
      id: 'bets',
      head: t`Bets`,
      width: 0.8,
      isNumber: true,
      text: ({ bets }) => `${bets}`,
      cell: ({ bets }) => integer(bets),
      sortBy: ({ bets }) => bets,
    },
    {
      id: 'staked',
      head: t`Staked`,
      isNumber: true,
      text: ({ stakedUsd }) => stakedUsd,
      cell: ({ stakedUsd }) => usd(stakedUsd),
      sortBy: ({ stakedUsd }) => decimalOrder(stakedUsd),
    },
    {
      id: 'result',
      head: t`Result`,
      isNumber: true,
      text: ({ resultUsd }) => resultUsd,
      cell: ({ resultUsd }) => usd(resultUsd),
      sortBy: ({ resultUsd }) => decimalOrder(resultUsd),
    },
    {
      id: 'open',
      head: t`Open rounds`,
      width: 0.8,
      isNumber: true,
      text: ({ openRounds }) => `${openRounds}`,
      cell: ({ openRounds }) => integer(openRounds),
      sortBy: ({ openRounds }) => openRounds,
    },
    {
      id: 'debts',
      head: t`Owes us`,
      isNumber: true,
      text: ({ debts }) => debts.map(({ amount, coin }) => `${amount} ${coin}`).join('; '),
      cell: ({ debts }) =>
        debts.length === 0 ? (
          <span className={consoleClass.subtle}>{t`Nothing`}</span>
        ) : (
          <ul className={consoleClass.danger}>
            {debts.map(({ amount, coin }) => (
              <li key={coin}>{coinText(amount, coin)}</li>
            ))}
          </ul>
        ),
    },
    {
      id: 'call',
      head: t`Last call`,
      text: ({ lastCallAt }) => lastCallAt ?? '',
      cell: ({ lastCallAt }) => (lastCallAt === null ? t`Never` : <Ago at={lastCallAt} />),
      sortBy: ({ lastCallAt }) => lastCallAt,
    },
    {
      id: 'synced',
      head: t`List read`,
      text: ({ syncedAt }) => syncedAt ?? '',
      cell: ({ syncedAt }) => (syncedAt === null ? t`Never` : <Ago at={syncedAt} />),
      sortBy: ({ syncedAt }) => syncedAt,
    },
  ]
  if (!ask) return columns
  return [
    ...columns,
    {
      id: 'turn',
      head: t`Action`,
      width: 0.9,
      isNumber: true,
      text: () => '',
      cell: (provider) => (
        <RowButton onClick={() => ask(provider)}>
          {provider.isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
        </RowButton>
      ),
    },
  ]
}
