import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { FAVOURITES, pickGames } from '#features/games/pick-games.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { GameShelf } from './GameShelf.tsx'
import type { LobbyShelves } from './home-rows.ts'
import { useDayName } from './use-day-name.ts'

interface LowerShelvesProps {
  /** Undefined while they load. */
  games: readonly GameSummary[] | undefined
  shelves: LobbyShelves | undefined
  captionOf: (game: GameSummary) => ReactNode
}

/** All shelves of the lobby but the first. */
export function LowerShelves({ games, shelves, captionOf }: LowerShelvesProps) {
  const { t } = useLingui()
  const recents = useRecentGames()
  const favourites = useFavourites()
  const dayName = useDayName()
  const recentSlugs = recents.map(({ slug }) => slug)
  const ofDay = ({ slug }: GameSummary) => {
    const openedAt = recents.find((recent) => recent.slug === slug)?.openedAt
    if (openedAt === undefined) return undefined
    const day = dayName(openedAt)
    return t`Opened ${day}`
  }
  return (
    <>
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
        games={shelves?.newest}
        captionOf={captionOf}
        isGrid
      />
      <GameShelf
        title={t`Koi Originals`}
        seeAll={{ category: 'originals' }}
        games={shelves?.originals}
        captionOf={captionOf}
        isGrid
      />
      <GameShelf title={t`Coming soon`} games={shelves?.coming} captionOf={captionOf} isGrid />
    </>
  )
}
