import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { Text } from '#ui/Text.tsx'
import { GameGrid } from './GameGrid.tsx'
import { GameGridSkeleton } from './GameGridSkeleton.tsx'
import { GamesEmpty } from './GamesEmpty.tsx'
import { ProviderFilter } from './ProviderFilter.tsx'

interface GamesResultsProps {
  query: UseQueryResult<readonly GameSummary[]>
  /** The games that pass the filters, once there are any to filter. */
  results: readonly GameSummary[] | undefined
}

const route = getRouteApi('/games/')

/** Count, provider filter and grid; or why there is none. */
export function GamesResults({ query, results }: GamesResultsProps) {
  const { t } = useLingui()
  // The count answers at once; the tiles follow in slices that never block the page.
  const shown = useDeferredValue(results)
  const isGrouped = route.useSearch({ select: (search) => search.group === 'provider' })

  if (areGamesMissing(query)) return <GamesUnavailable query={query} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 pb-2 min-h-14">
        <Text as="p" role="status" size={3} tone="muted" className="mr-auto">
          {results ? t`${plural(results.length, { one: '# game', other: '# games' })}` : ''}
        </Text>
        <ProviderFilter />
      </div>
      {shown === undefined ? <GameGridSkeleton /> : null}
      {shown?.length === 0 ? <GamesEmpty /> : null}
      {shown && shown.length > 0 ? <GameGrid games={shown} isGrouped={isGrouped} /> : null}
    </>
  )
}
