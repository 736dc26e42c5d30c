import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  listPlayerPromotions,
  listPromotions,
  type PlayerPromotion,
  type Promotion,
} from '#contract/promotions.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Current and future promotions in display order. */
export const promotionsQuery = apiQuery(listPromotions, { persist: 'public', staleTime: 5 * 60_000 })

const playerPromotionsQuery = apiQuery(listPlayerPromotions, { persist: 'account', staleTime: 5_000 })

/** With how it stands for the player, if somebody is logged in. */
export type ShownPromotion = Promotion & Partial<Pick<PlayerPromotion, 'state' | 'because'>>

/** Promotions as everybody sees them, until those of the player are known. */
export function usePromotions(): {
  readonly query: UseQueryResult<Promotion[]>
  readonly promotions: readonly ShownPromotion[] | undefined
} {
  const { uid } = useUser()
  const query = useQuery(promotionsQuery)
  const { data: own } = useQuery({ ...playerPromotionsQuery, enabled: uid > 0 })
  return { query, promotions: own ?? query.data }
}
