import { useQuery } from '@tanstack/react-query'
import { launchProviderDemo, launchProviderGame, type ProviderLaunch } from '#contract/provider-games.ts'
import type { Locale } from '#contract/localized.ts'
import type { GameOfProvider } from '#features/provider-games/provider-rounds.ts'
import { useIsWide } from '#lib/use-is-wide.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'
import { useUser } from '#session/use-user.ts'

/** A launch is a question asked once: nothing asks it again by itself, and its answer is not kept. */
const ASKED_ONCE = {
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const

/** Asks the server for the frame's address. @param coin null for a demonstration */
export function useLaunch({ provider, code }: GameOfProvider, coin: string | null) {
  const { uid } = useUser()
  const params = { provider, code }
  // A game that is open goes on when the window or the language changes.
  const platform = useIsWide() ? ('desktop' as const) : ('mobile' as const)
  const language: Locale = useLocale()
  return useQuery<ProviderLaunch>({
    queryKey: ['provider-launch', uid, provider, code, coin],
    queryFn: ({ signal }) => {
      const place = { platform, language }
      return coin === null
        ? api.call(launchProviderDemo, { params, body: place, signal })
        : api.call(launchProviderGame, { params, body: { ...place, coin }, signal })
    },
    ...ASKED_ONCE,
  })
}
