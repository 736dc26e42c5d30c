import { useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { FAVOURITES, pickGames } from '#features/games/pick-games.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import type { RecentGame } from '#features/games/recent-games.state.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { Invitation } from '#session/Invitation.tsx'
import { useUser } from '#session/use-user.ts'
import { GameShelf } from './GameShelf.tsx'
import type { LobbyShelves } from './home-rows.ts'
import { slugsOf, useOpenedCaption } from './use-opened-caption.ts'

/** Only for players. If it fails to load, the plain shelf stays. */
const ContinueShelf = lazyOptional(
  () => import('./ContinueShelf.tsx').then((module) => module.ContinueShelf),
  ({ children }) => children,
  true,
)

interface LowerShelvesProps {
  recents: readonly RecentGame[]
  /** Undefined while loading. */
  games: readonly GameSummary[] | undefined
  shelves: LobbyShelves | undefined
  captionOf: (game: GameSummary) => ReactNode
}

/** All shelves of the lobby except the first. */
export function LowerShelves({ recents, games, shelves, captionOf }: LowerShelvesProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const favourites = useFavourites()
  const ofDay = useOpenedCaption()
  const opened = (
    <Invitation>
      <GameShelf
        title={t`Continue playing`}
        games={recents.length === 0 ? [] : games && pickGames(games, slugsOf(recents))}
        captionOf={ofDay}
      />
    </Invitation>
  )
  return (
    <>
      {uid === 0 ? (
        opened
      ) : (
        <Suspense fallback={opened}>
          <ContinueShelf games={games}>{opened}</ContinueShelf>
        </Suspense>
      )}
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
