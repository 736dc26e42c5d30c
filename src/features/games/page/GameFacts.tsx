import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GameSummary } from '#contract/games.ts'
import { categoriesQuery } from '#features/games/games.queries.ts'
import { formatPercentRange, returnToPlayer } from '#features/games/house-edge.ts'
import { useTopMultiplier } from '#features/games/use-top-multiplier.ts'
import { inLocale } from '#contract/localized.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** The figures behind a game and where else it is found. */
export function GameFacts({ game }: { game: GameSummary }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { percent, date } = useFormat()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const top = useTopMultiplier()(game.topMultiplier)
  const own = categories.filter(({ slug }) => game.categories.includes(slug))
  return (
    <DefinitionList
      facts={[
        { term: t`House edge`, value: formatPercentRange(game.houseEdge, percent) },
        { term: t`Return to player`, value: formatPercentRange(returnToPlayer(game.houseEdge), percent) },
        ...(top === undefined ? [] : [{ term: t`Biggest win`, value: top }]),
        {
          term: t`Rounds`,
          value: game.live ? t`Live, the same for all players` : t`Your own, at any time`,
        },
        ...(game.status === 'soon' ? [] : [{ term: t`Released`, value: date(new Date(game.releasedAt)) }]),
        {
          term: t`Categories`,
          value: (
            <span className="inline-flex flex-wrap justify-end gap-x-3">
              {own.map(({ slug, name }) => (
                <Link
                  key={slug}
                  to="/games"
                  search={{ category: slug }}
                  className={`${textLinkClass} inline-block py-1`}
                >
                  {inLocale(name, locale)}
                </Link>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}
