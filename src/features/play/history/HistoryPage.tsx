import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { historyClass } from '#ui/history-class.ts'
import { Text } from '#ui/Text.tsx'
import { ToolTray } from '#ui/ToolTray.tsx'
import { usePlayEngine } from '#features/play/play-context.ts'
import { PlayWith } from '#features/play/controls/PlayWith.tsx'
import { CoinRefused } from '#features/play/controls/CoinRefused.tsx'
import { BetSheet } from '#features/play/bet/BetSheet.tsx'
import { ClearHistorySheet } from './ClearHistorySheet.tsx'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryResults } from './HistoryResults.tsx'
import { HistoryTools } from './HistoryTools.tsx'
import { countFilters, filterOf } from './history-filter.ts'
import { SeedsSheet } from '#features/play/fairness/SeedsSheet.tsx'
import { useBetList } from './use-bet-list.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

/** Its state is the URL. `views` leads to the other history. */
export function HistoryPage({ views }: { views: ReactNode }) {
  const { t } = useLingui()
  const search = useSearch({ from: '/history' })
  const { game, result, from, to, min, pair } = search
  const filter = useMemo(
    () => filterOf({ game, result, from, to, min, pair }),
    [game, result, from, to, min, pair],
  )
  const list = useBetList(filter)
  const engine = usePlayEngine()
  const status = useStore(engine.status)
  const coin = useCoin()
  const { sheet, betId, close } = usePlaySheet()
  return (
    <div className={historyClass.page}>
      <div className={historyClass.tools}>
        <div className="grid grid-cols-1 gap-1.5">
          <div className="flex flex-wrap items-center gap-2.5">
            <Heading level={1} size="title">
              {t`History`}
            </Heading>
            <PlayWith />
          </div>
          <Text size={3} tone="muted">
            {engine.demo ? (
              <Trans>
                Bets with demo coins, which are worth nothing. They are kept on this device only, offline too.
              </Trans>
            ) : (
              <Trans>Bets with your balance. Koi keeps them, and every one can be checked.</Trans>
            )}
          </Text>
        </div>
        <CoinRefused />
        {status.status === 'ready' && status.health === 'memory' ? (
          <Banner inset tone="warning">
            <Trans>This browser does not let Koi keep bets: they last until you close the page.</Trans>
          </Banner>
        ) : null}
        <ToolTray beside={views} filterCount={countFilters(search)}>
          <HistoryFilters search={search} />
          <HistoryTools
            filter={filter}
            isEmpty={list.state.status !== 'ready' || list.state.bets.length === 0}
          />
        </ToolTray>
      </div>
      <HistoryResults list={list} search={search} />
      <BetSheet betId={betId} onClose={close} />
      <SeedsSheet isOpen={sheet === 'seeds'} onClose={close} />
      {engine.demo ? (
        <ClearHistorySheet
          demo={engine.demo}
          coin={coin?.coin ?? ''}
          isOpen={sheet === 'confirm'}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
