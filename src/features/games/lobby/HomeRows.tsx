import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { GameShelf } from './GameShelf.tsx'
import styles from './HomeRows.module.css'
import { lobbyShelves } from './home-rows.ts'

/** Not in the first load: nothing of it is painted first. */
const LowerShelves = lazyOptional(() => import('./LowerShelves.tsx').then((module) => module.LowerShelves))

/** The shelves of the lobby. */
export function HomeRows() {
  const { t } = useLingui()
  const query = useQuery(gamesQuery)
  // Tiles are rendered in slices that never block the page, and at a launch the first row before the others.
  const games = useDeferredValue(query.data)
  const shelves = games && lobbyShelves(games)
  const recents = useRecentGames()
  const captionOf = useTileCaption()

  if (areGamesMissing(query)) return <GamesUnavailable query={query} />

  const room = <div className={styles.rest} />
  return (
    <div className="grid gap-5 lg:gap-6">
      <GameShelf
        title={t`Trending`}
        seeAll={{ category: 'trending' }}
        games={shelves?.trending}
        captionOf={captionOf}
        isGrid
        isInSight
      />
      <AfterFirstPaint fallback={room}>
        <Suspense fallback={room}>
          <LowerShelves recents={recents} games={games} shelves={shelves} captionOf={captionOf} />
        </Suspense>
      </AfterFirstPaint>
    </div>
  )
}
