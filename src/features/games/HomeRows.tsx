import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { GameSummary } from '#contract/games.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { FAVOURITES, pickGames } from './filter-games.ts'
import { GameShelf } from './GameShelf.tsx'
import { gamesQuery } from './games.queries.ts'
import { gamesInCategory, newestInCategory } from './home-rows.ts'
import { useDayName } from './use-day-name.ts'
import { useFavourites } from './use-favourites.ts'
import { useProviderNames } from './use-provider-names.ts'
import { useRecentGames } from './use-recent-games.ts'

/** The shelves of the lobby. */
export function HomeRows() {
  const { t, i18n } = useLingui()
  const { data: games, error, isFetching, fetchStatus, refetch } = useQuery(gamesQuery)
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

  if (!games && fetchStatus === 'paused') {
    return (
      <EmptyState
        title={t`You are offline`}
        detail={t`The games were never loaded on this device. They appear as soon as you are connected.`}
      />
    )
  }
  if (!games && error) {
    return (
      <ErrorState
        title={t`The games did not load`}
        detail={i18n._(errorMessageOf(error))}
        action={
          <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
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
        games={games && newestInCategory(games, 'new')}
        captionOf={ofProvider}
        isGrid
      />
      <GameShelf
        title={t`Koi Originals`}
        seeAll={{ category: 'originals' }}
        games={games && gamesInCategory(games, 'originals')}
        captionOf={ofProvider}
        isGrid
      />
    </div>
  )
}
