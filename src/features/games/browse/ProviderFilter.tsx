import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { providersQuery } from '#features/games/games.queries.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Chip } from '#ui/Chip.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import type { GamesSearch } from './games-search.ts'

const route = getRouteApi('/games/')

/** Limits the games to one provider, or shows them under their providers. */
export function ProviderFilter() {
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
