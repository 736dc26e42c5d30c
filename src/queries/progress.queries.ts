import { useQuery } from '@tanstack/react-query'
import { getProgress } from '#contract/progress.ts'
import { parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Every bet with a balance changes it. */
export const progressQuery = apiQuery(getProgress, { persist: 'account', staleTime: 5_000 })

/** The player's turnover in US dollars, and the house edge of it; zero for visitors and until it is known. */
export function useProgress(): { readonly wagered: Decimal; readonly edge: Decimal } {
  const { uid } = useUser()
  const { data } = useQuery({ ...progressQuery, enabled: uid > 0 })
  return {
    wagered: parseDecimal(data?.wageredUsd ?? '') ?? ZERO,
    edge: parseDecimal(data?.edgeUsd ?? '') ?? ZERO,
  }
}
