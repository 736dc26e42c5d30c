import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Provider } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { providersQuery } from './games.queries.ts'

const bySlug = (providers: readonly Provider[]) =>
  new Map(providers.map((provider) => [provider.slug, provider.name]))

/** Names providers in the player's language; undefined while they load. */
export function useProviderNames(): (slug: string) => string | undefined {
  const locale = useLocale()
  const { data: names } = useQuery({ ...providersQuery, select: bySlug })
  return useCallback(
    (slug) => {
      const name = names?.get(slug)
      return name && inLocale(name, locale)
    },
    [names, locale],
  )
}
