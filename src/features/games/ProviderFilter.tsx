import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useLocale } from '#i18n/use-locale.ts'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { providersQuery } from './games.queries.ts'

const route = getRouteApi('/games/')

/** Limits the games to one provider, or shows them under their providers. */
export function ProviderFilter() {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = route.useNavigate()
  const { provider, group } = route.useSearch()
  const { data: providers = [] } = useQuery(providersQuery)
  const choose = (slug: string) =>
    void navigate({
      search: (old) => ({ ...old, provider: slug || undefined }),
      replace: true,
      resetScroll: false,
    })
  const isGrouped = group === 'provider'
  return (
    <>
      <select
        aria-label={t`Provider`}
        value={provider ?? ''}
        onChange={(event) => choose(event.target.value)}
        className={`${chipClass(provider !== undefined)} min-w-0 shrink`}
      >
        <option value="">{t`All providers`}</option>
        {providers.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name[locale]}
          </option>
        ))}
      </select>
      <Link
        to="/games"
        search={(old) => ({ ...old, group: isGrouped ? undefined : 'provider' })}
        replace
        resetScroll={false}
        className={chipClass(isGrouped)}
        aria-label={isGrouped ? t`Do not group by provider` : t`Group by provider`}
      >
        <CategoryIcon slug="providers" size={15} />
        <Trans>Grouped</Trans>
      </Link>
    </>
  )
}
