import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { chipClass } from '#ui/chip-class.ts'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Text } from '#ui/Text.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GameGrid } from './GameGrid.tsx'
import type { GamesSearch } from './games-search.ts'
import { useGridLayout } from './use-grid-layout.ts'

interface GamesResultsProps {
  query: UseQueryResult<readonly GameSummary[]>
  /** The filtered games; undefined until the catalogue is loaded. */
  results: readonly GameSummary[] | undefined
}

const route = getRouteApi('/games/')

export function GamesResults({ query, results }: GamesResultsProps) {
  const { t } = useLingui()
  // The count updates at once; tiles follow in slices that do not block the page.
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

const ROWS = 4

/** A placeholder in the grid's final size. */
function GameGridSkeleton() {
  const [{ columns, gap }, ref] = useGridLayout()
  return (
    <div className="px-4">
      <div
        ref={ref}
        className="grid"
        style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: ROWS * columns }, (_, place) => (
          <TileSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}

function GamesEmpty() {
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

/** Limits the games to one provider, or groups them by provider. */
function ProviderFilter() {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = route.useNavigate()
  const { provider, group } = route.useSearch()
  const { data: providers = [] } = useQuery(providersQuery)
  const change = (changed: Partial<GamesSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true, resetScroll: false })
  const isGrouped = group === 'provider'
  return (
    <>
      <select
        aria-label={t`Provider`}
        value={provider ?? ''}
        onChange={(event) => change({ provider: event.target.value || undefined })}
        className={`${chipClass(provider !== undefined)} min-w-0 shrink`}
      >
        <option value="">{t`All providers`}</option>
        {providers.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {inLocale(name, locale)}
          </option>
        ))}
      </select>
      <Chip
        selected={isGrouped}
        icon={<CategoryIcon slug="providers" size={15} />}
        onClick={() => change({ group: isGrouped ? undefined : 'provider' })}
      >
        <Trans>Group</Trans>
        <VisuallyHidden>{t`by provider`}</VisuallyHidden>
      </Chip>
    </>
  )
}
