import { useQuery } from '@tanstack/react-query'
import { getOwnRace, getRace } from '#contract/race.ts'
import { apiQuery } from '#queries/api-query.ts'
import { useUser } from '#session/use-user.ts'

/** The server makes a new list so often. */
const EVERY_MS = 30_000

const raceQuery = apiQuery(getRace, { persist: 'public', staleTime: EVERY_MS })
export const ownRaceQuery = apiQuery(getOwnRace, { persist: 'account', staleTime: EVERY_MS })

export const useRace = () => useQuery({ ...raceQuery, refetchInterval: EVERY_MS })

export function useOwnRace() {
  const { uid } = useUser()
  return useQuery({ ...ownRaceQuery, enabled: uid > 0, refetchInterval: EVERY_MS })
}
