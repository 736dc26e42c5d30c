import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { categoriesQuery } from '#features/games/games.queries.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'

/** All, favourites and every category, as links that change only the category of the URL. */
export function GamesFilterChips({ selected }: { selected: string | undefined }) {
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
      {categories?.map(({ slug, name }) => (
        <Link key={slug} {...chip(slug)}>
          <CategoryIcon slug={slug} size={15} />
          <span>{inLocale(name, locale)}</span>
        </Link>
      ))}
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChoiceRow>
  )
}
