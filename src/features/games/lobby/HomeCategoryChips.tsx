import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { categoriesQuery } from '#features/games/games.queries.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { ChipRow } from '#ui/ChipRow.tsx'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'

/** Ways from the lobby into the Games page. */
export function HomeCategoryChips() {
  const { t } = useLingui()
  const locale = useLocale()
  const { data: categories, isPending } = useQuery(categoriesQuery)
  return (
    <ChipRow label={t`Categories`}>
      <Link to="/games" className={chipClass(true)}>
        <CategoryIcon slug="all-games" size={15} />
        <Trans>All Games</Trans>
      </Link>
      {categories?.map(({ slug, name }) => (
        <Link key={slug} to="/games" search={{ category: slug }} className={chipClass()}>
          <CategoryIcon slug={slug} size={15} />
          {inLocale(name, locale)}
        </Link>
      ))}
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChipRow>
  )
}
