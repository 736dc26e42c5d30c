import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { inLocale } from '#contract/localized.ts'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { categoriesQuery, gamesQuery } from '#features/games/games.queries.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { Heading } from '#ui/Heading.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GameSearchField } from './GameSearchField.tsx'
import { GamesResults } from './GamesResults.tsx'
import { filterGames } from './filter-games.ts'

const route = getRouteApi('/games/')

/** The state of filters and search is in the URL. */
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
 * Scrolls to the top if `key` differs from the last one. A kept-alive page that returns with the same key keeps its
 * position.
 */
function useScrollTopOnChange(key: string): void {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isChange = shown.current !== undefined && shown.current !== key
    shown.current = key
    if (isChange) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}

/** Links that change only the category of the URL. */
function GamesFilterChips({ selected }: { selected: string | undefined }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { data: categories, isPending } = useQuery(categoriesQuery)
  const chip = (category: string | undefined) => ({
    to: '/games' as const,
    search: (old: object) => ({ ...old, category }),
    replace: true,
    resetScroll: false,
    className: chipClass(selected === category),
    activeOptions: { exact: true, includeSearch: true },
  })
  return (
    <ChoiceRow label={t`Categories`}>
      <Link {...chip(undefined)}>
        <Trans>All</Trans>
      </Link>
      <Link {...chip(FAVOURITES)}>
        <CategoryIcon slug={FAVOURITES} size={15} />
        <Trans>Favourites</Trans>
      </Link>
      {categories
        ?.filter(({ slug, gameCount }) => gameCount > 0 || slug === selected)
        .map(({ slug, name }) => (
          <Link key={slug} {...chip(slug)}>
            <CategoryIcon slug={slug} size={15} />
            <span>{inLocale(name, locale)}</span>
          </Link>
        ))}
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChoiceRow>
  )
}
