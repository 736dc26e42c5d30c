import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFavourites } from '#features/games/use-favourites.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'

const route = getRouteApi('/games/')

/** No game passes the filters: says why and leads out. */
export function GamesEmpty() {
  const { t } = useLingui()
  const { q, category, group } = route.useSearch()
  const hasFavourites = useFavourites().length > 0
  const lacksFavourites = category === FAVOURITES && !hasFavourites
  return (
    <EmptyState
      title={
        lacksFavourites
          ? t`No favourites yet`
          : q === undefined
            ? t`No games here`
            : t`No game found for “${q}”`
      }
      detail={
        lacksFavourites
          ? t`Open a game and tap the heart. It is kept here, on this device.`
          : t`Try another name, or look through all games.`
      }
      action={
        <Link
          to="/games"
          search={{ group }}
          replace
          resetScroll={false}
          className={buttonClass({ variant: 'secondary' })}
        >
          {lacksFavourites ? <Trans>Show all games</Trans> : <Trans>Clear filters</Trans>}
        </Link>
      }
    />
  )
}
