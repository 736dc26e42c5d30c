import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getGiftWheel, type GiftWheel } from '#contract/gift-wheel.ts'
import { apiQuery } from '#queries/api-query.ts'
import { useUser } from '#session/use-user.ts'

export const giftWheelQuery = apiQuery(getGiftWheel, { persist: 'account', staleTime: 5_000 })

/** Undefined data, and no request, while nobody is logged in. */
export function useGiftWheel(): UseQueryResult<GiftWheel> {
  const { uid } = useUser()
  return useQuery({ ...giftWheelQuery, enabled: uid > 0 })
}
