import { i18n } from '@lingui/core'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_LOCALE, isLocale } from '#contract/localized.ts'
import { launchProviderDemo, launchProviderGame, type ProviderLaunch } from '#contract/provider-games.ts'
import type { GameOfProvider } from '#features/provider-games/provider-rounds.ts'
import { isWide } from '#lib/use-is-wide.ts'
import { api } from '#session/api.ts'
import { useUser } from '#session/use-user.ts'

/** A launch is asked for once: nothing asks again by itself, and its answer is not kept. */
const ASKED_ONCE = {
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const

/** Not in the query's key: a game that is open goes on when the window or the language changes. */
const placeNow = () => ({
  platform: isWide() ? ('desktop' as const) : ('mobile' as const),
  language: isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE,
})

/** Asks the server for the frame's address. @param coin null for a demonstration */
export function useLaunch({ provider, code }: GameOfProvider, coin: string | null) {
  const { uid } = useUser()
  return useQuery<ProviderLaunch>({
    queryKey: ['provider-launch', uid, provider, code, coin],
    queryFn: ({ signal }) => {
      const params = { provider, code }
      return coin === null
        ? api.call(launchProviderDemo, { params, body: placeNow(), signal })
        : api.call(launchProviderGame, { params, body: { ...placeNow(), coin }, signal })
    },
    ...ASKED_ONCE,
  })
}
