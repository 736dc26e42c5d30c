import { useQuery } from '@tanstack/react-query'
import { getPublicNumber } from '#contract/public-player.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

const publicNumberQuery = apiQuery(getPublicNumber, { staleTime: Infinity })

/** By which the player finds their own entries in public lists; null for visitors and until it is known. */
export function useOwnPublicNumber(): number | null {
  const { uid } = useUser()
  const { data } = useQuery({ ...publicNumberQuery, enabled: uid > 0 })
  return uid > 0 ? (data?.number ?? null) : null
}
