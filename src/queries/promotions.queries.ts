import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { listPlayerPromotions, listPromotions, type PlayerPromotion, type Promotion } from '#contract/promotions.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Current and future promotions in display order. */
export const promotionsQuery = apiQuery(listPromotions, { persist: 'public', staleTime: 5 * 60_000 })

const playerPromotionsQuery = apiQuery(listPlayerPromotions, { persist: 'account', staleTime: 5_000 })

/** With how it stands for the player, if somebody is logged in. */
export type ShownPromotion = Promotion & Partial<Pick<PlayerPromotion, 'state' | 'because'>>

export function usePromotions(): UseQueryResult<readonly ShownPromotion[]> {
  const { uid } = useUser()
  const own = useQuery({ ...playerPromotionsQuery, enabled: uid > 0 })
  const all = useQuery({ ...promotionsQuery, enabled: uid === 0 })
  return uid > 0 ? own : all
}
