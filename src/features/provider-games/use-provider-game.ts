import { useQuery } from '@tanstack/react-query'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { providerGameQuery } from '#queries/provider-games.queries.ts'

/** In the player's language; undefined while unknown. */
export function useProviderGameName(provider: string, code: string): string | undefined {
  const locale = useLocale()
  const { data } = useQuery(providerGameQuery(provider, code))
  return data && inLocale(data.name, locale)
}
