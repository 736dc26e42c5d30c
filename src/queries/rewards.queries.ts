import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRewards, getRewardTerms, type Rewards, type RewardTerms } from '#contract/rewards.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Every bet with a balance changes it. */
export const rewardsQuery = apiQuery(getRewards, { persist: 'account', staleTime: 5_000 })

const rewardTermsQuery = apiQuery(getRewardTerms, { persist: 'public' })

/** Undefined data, and no request, while nobody is logged in. */
export function useRewards(): UseQueryResult<Rewards> {
  const { uid } = useUser()
  return useQuery({ ...rewardsQuery, enabled: uid > 0 })
}

export const useRewardTerms = (): RewardTerms | undefined => useQuery(rewardTermsQuery).data
