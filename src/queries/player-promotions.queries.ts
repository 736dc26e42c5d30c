import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { listPlayerPromotions, type PlayerPromotion } from '#contract/player-promotions.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'
import { promotionsQuery } from './promotions.queries.ts'

const playerPromotionsQuery = apiQuery(listPlayerPromotions, { persist: 'account', staleTime: 5_000 })

/** With how it stands for the player, if somebody is logged in. */
export type ShownPromotion = Promotion & Partial<Pick<PlayerPromotion, 'state' | 'because'>>

/** Those of everybody are shown until the player's are known. */
export function usePromotions(): {
  readonly query: UseQueryResult<Promotion[]>
  readonly promotions: readonly ShownPromotion[] | undefined
} {
  const { uid } = useUser()
  const query = useQuery(promotionsQuery)
  const { data: own } = useQuery({ ...playerPromotionsQuery, enabled: uid > 0 })
  return { query, promotions: own ?? query.data }
}
