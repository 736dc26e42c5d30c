import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { FAVOURITES, pickGames } from './filter-games.ts'
import { areGamesMissing } from './games-missing.ts'
import { GamesUnavailable } from './GamesUnavailable.tsx'
import { GameShelf } from './GameShelf.tsx'
import { gamesQuery } from './games.queries.ts'
import { gamesInCategory, newestInCategory } from './home-rows.ts'
import { useDayName } from './use-day-name.ts'
import { useFavourites } from './use-favourites.ts'
import { useProviderNames } from './use-provider-names.ts'
import { useRecentGames } from './use-recent-games.ts'

/** The shelves of the lobby. */
export function HomeRows() {
  const { t } = useLingui()
  const query = useQuery(gamesQuery)
  // Tiles are rendered in slices that never block the page, the first row before the others.
  const games = useDeferredValue(query.data)
  const isFirstRowDone = useDeferredValue(true, false)
  const lowerGames = isFirstRowDone ? games : undefined
  const recents = useRecentGames()
  const favourites = useFavourites()
  const dayName = useDayName()
  const providerName = useProviderNames()
  const ofProvider = (game: GameSummary) => providerName(game.provider)
  const ofDay = ({ slug }: GameSummary) => {
    const openedAt = recents.find((recent) => recent.slug === slug)?.openedAt
    if (openedAt === undefined) return undefined
    const day = dayName(openedAt)
    return t`Opened ${day}`
  }

  if (areGamesMissing(query)) return <GamesUnavailable query={query} />

  const recentSlugs = recents.map(({ slug }) => slug)
  return (
    <div className="grid gap-5 lg:gap-6">
      <GameShelf
        title={t`Trending`}
        seeAll={{ category: 'trending' }}
        games={games && gamesInCategory(games, 'trending')}
        captionOf={ofProvider}
        isGrid
        isEager
      />
      <GameShelf
        title={t`Pick up where you left off`}
        games={recentSlugs.length === 0 ? [] : games && pickGames(games, recentSlugs)}
        captionOf={ofDay}
      />
      <GameShelf
        title={t`Favourites`}
        seeAll={{ category: FAVOURITES }}
        games={favourites.length === 0 ? [] : games && pickGames(games, favourites)}
        captionOf={ofProvider}
      />
      <GameShelf
        title={t`New releases`}
        seeAll={{ category: 'new' }}
        games={lowerGames && newestInCategory(lowerGames, 'new')}
        captionOf={ofProvider}
        isGrid
      />
      <GameShelf
        title={t`Koi Originals`}
        seeAll={{ category: 'originals' }}
        games={lowerGames && gamesInCategory(lowerGames, 'originals')}
        captionOf={ofProvider}
        isGrid
      />
    </div>
  )
}
