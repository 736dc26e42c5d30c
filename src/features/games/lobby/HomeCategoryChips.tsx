import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { categoriesQuery } from '#features/games/games.queries.ts'
import { inLocale } from '#contract/localized.ts'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { ChipRow } from '#ui/ChipRow.tsx'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'

/** So many a phone shows beside that to all games; the row is scrolled for the others. */
const IN_SIGHT = 3

/** Ways from the lobby into the Games page. */
export function HomeCategoryChips() {
  const { t } = useLingui()
  const locale = useLocale()
  const { data: categories, isPending } = useQuery(categoriesQuery)
  const chips = categories?.map(({ slug, name }) => (
    <Link key={slug} to="/games" search={{ category: slug }} className={chipClass()}>
      <CategoryIcon slug={slug} size={15} />
      <span>{inLocale(name, locale)}</span>
    </Link>
  ))
  return (
    <ChipRow label={t`Categories`}>
      <Link to="/games" className={chipClass(true)}>
        <CategoryIcon slug="all-games" size={15} />
        <Trans>All Games</Trans>
      </Link>
      {chips?.slice(0, IN_SIGHT)}
      <AfterFirstPaint>{chips?.slice(IN_SIGHT)}</AfterFirstPaint>
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChipRow>
  )
}
