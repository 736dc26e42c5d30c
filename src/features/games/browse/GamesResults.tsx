import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { chipClass } from '#ui/chip-class.ts'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Text } from '#ui/Text.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GameGrid } from './GameGrid.tsx'
import type { GamesSearch } from '#features/games/games-search.ts'
import { NO_OTHERS, OTHERS_LOADING, type OtherGames } from '#features/games/other-games.ts'
import { useGridLayout } from './use-grid-layout.ts'

interface GamesResultsProps {
  query: UseQueryResult<readonly GameSummary[]>
  /** The filtered games; undefined until the catalogue is loaded. */
  results: readonly GameSummary[] | undefined
}

const WithProviderGames = lazyOptional(
  () => import('#features/games/providers/WithProviderGames.tsx').then((module) => module.WithProviderGames),
  ({ children }) => children(NO_OTHERS),
)
const ProviderShelves = lazyOptional(
  () => import('#features/games/providers/ProviderShelves.tsx').then((module) => module.ProviderShelves),
  ({ hasOwn, empty }) => (hasOwn ? null : empty),
)

const route = getRouteApi('/games/')

export function GamesResults({ query, results }: GamesResultsProps) {
  // The count updates at once; tiles follow in slices that do not block the page.
  const own = useDeferredValue(results)
  const search = route.useSearch()
  const { category, provider, group } = search
  if (areGamesMissing(query)) return <GamesUnavailable query={query} />
  if (group === 'provider') return <GroupedResults own={own} />
  const resultsWith = (others: OtherGames) => <Results own={own} ownCount={results?.length} others={others} />
  // A provider that has own games is Koi itself.
  const isOwn =
    category === FAVOURITES ||
    (provider !== undefined && query.data?.some((game) => game.provider === provider) === true)
  if (isOwn) return resultsWith(NO_OTHERS)
  return (
    <Suspense fallback={resultsWith(OTHERS_LOADING)}>
      <WithProviderGames search={search}>{resultsWith}</WithProviderGames>
    </Suspense>
  )
}

interface ResultsProps {
  /** Undefined until the catalogue is loaded. */
  own: readonly GameSummary[] | undefined
  /** Number of own games. */
  ownCount: number | undefined
  others: OtherGames
}

function Results({ own, ownCount, others }: ResultsProps) {
  const { t } = useLingui()
  const shown = useMemo(() => own && [...own, ...others.games], [own, others.games])
  const { total } = others
  const count = ownCount !== undefined && typeof total === 'number' ? ownCount + total : undefined
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 pb-2 min-h-14">
        <Text as="p" role="status" size={3} tone="muted" className="mr-auto">
          {count === undefined ? '' : t`${plural(count, { one: '# game', other: '# games' })}`}
        </Text>
        <ProviderFilter />
      </div>
      {shown && shown.length > 0 ? (
        <GameGrid isGrouped={false} games={shown} total={count ?? shown.length} tileOf={others.tile} />
      ) : null}
      {shown === undefined || total === undefined ? (
        <GameGridSkeleton isMore={shown !== undefined && shown.length > 0} />
      ) : null}
      {shown?.length === 0 && count === 0 ? <GamesEmpty /> : null}
      {others.end}
    </>
  )
}

function GroupedResults({ own }: { own: readonly GameSummary[] | undefined }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 pt-2 pb-2 min-h-14">
        <ProviderFilter />
      </div>
      {own === undefined ? <GameGridSkeleton isMore={false} /> : null}
      {own && own.length > 0 ? <GameGrid isGrouped games={own} /> : null}
      {own ? (
        <Suspense fallback={null}>
          <ProviderShelves hasOwn={own.length > 0} empty={<GamesEmpty />} />
        </Suspense>
      ) : null}
    </>
  )
}

const ROWS = 4

/** A placeholder in the grid's final size, or the rows to come below others. */
function GameGridSkeleton({ isMore }: { isMore: boolean }) {
  const [{ columns, gap }, ref] = useGridLayout()
  return (
    <div className={isMore ? 'px-4 pt-3' : 'px-4'} aria-hidden>
      <div
        ref={ref}
        className="grid"
        style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: (isMore ? 1 : ROWS) * columns }, (_, place) => (
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
