import { useQuery } from '@tanstack/react-query'
import { getLuckBets } from '#contract/luck.ts'
import { apiQuery } from '#queries/api-query.ts'
import { useUser } from '#session/use-user.ts'
import { luckInWorker } from './luck-in-worker.ts'

/** With fewer bets a percentage would say next to nothing. */
export const FEWEST_BETS = 20

const luckBetsQuery = apiQuery(getLuckBets, { staleTime: 60_000 })

/** The player's latest bets. */
export function useLuckBets() {
  const { uid } = useUser()
  return useQuery({ ...luckBetsQuery, enabled: uid > 0 })
}

/** Where their result stands among all ways in which they could have ended. */
export function useLuck() {
  const { uid } = useUser()
  const { data, dataUpdatedAt } = useLuckBets()
  return useQuery({
    queryKey: ['luck', uid, dataUpdatedAt],
    queryFn: ({ client, signal }) => {
      const bets = client.getQueryData(luckBetsQuery.queryKey)
      if (!bets) throw new Error('There are no bets yet')
      return luckInWorker(bets, signal)
    },
    enabled: data !== undefined && data.bets >= FEWEST_BETS,
    // Bets that were asked for again are mostly the same.
    placeholderData: (before, query) => (query?.queryKey[1] === uid ? before : undefined),
    // It asks no server.
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  })
}
