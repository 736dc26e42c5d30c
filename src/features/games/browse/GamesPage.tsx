import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { Heading } from '#ui/Heading.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GameSearchField } from './GameSearchField.tsx'
import { GamesFilterChips } from './GamesFilterChips.tsx'
import { GamesResults } from './GamesResults.tsx'
import { filterGames } from './filter-games.ts'

const route = getRouteApi('/games/')

/** The whole catalogue with search, categories, favourites and providers; its state is the URL. */
export function GamesPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const games = useQuery(gamesQuery)
  const favourites = useFavourites()
  const { q, category, provider, group } = search
  const results = useMemo(
    () => games.data && filterGames(games.data, { q, category, provider }, new Set(favourites)),
    [games.data, q, category, provider, favourites],
  )
  useScrollTopOnChange([q, category, provider, group].join('\n'))

  return (
    <>
      <VisuallyHidden>
        <Heading level={1}>{t`Games`}</Heading>
      </VisuallyHidden>
      <div className="px-4 pb-4 lg:hidden">
        <GameSearchField isLarge />
      </div>
      <GamesFilterChips selected={category} />
      <GamesResults query={games} results={results} />
    </>
  )
}

/**
 * Scrolls to the top of the page when `key` is another than the one shown last. A kept-alive page that
 * comes back with the same key stays where it was.
 */
function useScrollTopOnChange(key: string): void {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isChange = shown.current !== undefined && shown.current !== key
    shown.current = key
    if (isChange) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}
