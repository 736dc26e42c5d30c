import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { FAVOURITES, pickGames } from '#features/games/browse/filter-games.ts'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { GameShelf } from './GameShelf.tsx'
import { lobbyShelves } from './home-rows.ts'
import { useDayName } from './use-day-name.ts'

/** The shelves of the lobby. */
export function HomeRows() {
  const { t } = useLingui()
  const query = useQuery(gamesQuery)
  // Tiles are rendered in slices that never block the page, the first row before the others.
  const games = useDeferredValue(query.data)
  const isFirstRowDone = useDeferredValue(true, false)
  const shelves = games && lobbyShelves(games)
  const lower = isFirstRowDone ? shelves : undefined
  const recents = useRecentGames()
  const favourites = useFavourites()
  const dayName = useDayName()
  const captionOf = useTileCaption()
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
        games={shelves?.trending}
        captionOf={captionOf}
        isGrid
        isEager
      />
      <GameShelf
        title={t`Continue playing`}
        games={recentSlugs.length === 0 ? [] : games && pickGames(games, recentSlugs)}
        captionOf={ofDay}
      />
      <GameShelf
        title={t`Favourites`}
        seeAll={{ category: FAVOURITES }}
        games={favourites.length === 0 ? [] : games && pickGames(games, favourites)}
        captionOf={captionOf}
      />
      <GameShelf
        title={t`New releases`}
        seeAll={{ category: 'new' }}
        games={lower?.newest}
        captionOf={captionOf}
        isGrid
      />
      <GameShelf
        title={t`Koi Originals`}
        seeAll={{ category: 'originals' }}
        games={lower?.originals}
        captionOf={captionOf}
        isGrid
      />
      <GameShelf title={t`Coming soon`} games={lower?.coming} captionOf={captionOf} isGrid />
    </div>
  )
}
