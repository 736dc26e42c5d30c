import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { History, SearchX } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePlayEngine } from '#features/play/play-context.ts'
import { BetRows } from './BetRows.tsx'
import { hasFilters } from './history-filter.ts'
import { type HistorySearch } from './history-search.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import type { useBetList } from './use-bet-list.ts'

interface HistoryResultsProps {
  list: ReturnType<typeof useBetList>
  search: HistorySearch
}

const SKELETON_ROWS = 8

export function HistoryResults({ list, search }: HistoryResultsProps) {
  const { t, i18n } = useLingui()
  const { demo, status: engineStatus } = usePlayEngine()
  const engine = useStore(engineStatus)
  const { state, loadMore, reload } = list

  if (engine.status === 'broken') {
    return (
      <ErrorState
        title={demo ? t`The demo balance cannot be read` : t`Your balance cannot be read`}
        detail={i18n._(playErrorMessage(engine.error))}
        action={
          demo ? (
            <Button onClick={() => void demo.reset().catch(() => undefined)}>
              <Trans>Start again</Trans>
            </Button>
          ) : undefined
        }
      />
    )
  }
  if (state.status === 'failed') {
    return (
      <ErrorState
        title={t`The history cannot be read`}
        detail={
          demo ? (
            <Trans>The storage of this browser does not answer.</Trans>
          ) : (
            i18n._(playErrorMessage(state.error))
          )
        }
        action={
          <Button onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  if (state.status === 'loading') {
    return (
      <div aria-busy="true" className="grid grid-cols-1 gap-2">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} shape="box" height="3.625rem" />
        ))}
      </div>
    )
  }
  if (state.bets.length > 0) {
    return (
      <BetRows bets={state.bets} more={state.more} hasMore={state.next !== undefined} onMore={loadMore} />
    )
  }
  if (hasFilters(search)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden size={26} />}
        title={t`No bet matches these filters`}
        detail={<Trans>Remove a filter to see more.</Trans>}
        action={
          <Link
            to="/history"
            search={({ coin }) => ({ coin })}
            replace
            className={buttonClass({ variant: 'secondary' })}
          >
            <Trans>Show all bets</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<History aria-hidden size={26} />}
      title={t`No bets yet`}
      detail={<Trans>Each bet you make is listed here, with everything needed to check it.</Trans>}
      action={
        <Invitation>
          <Link
            to="/games/$slug/play"
            params={{ slug: 'dice' }}
            search={({ coin }) => ({ coin })}
            className={buttonClass()}
          >
            <Trans>Play Dice</Trans>
          </Link>
        </Invitation>
      }
    />
  )
}
