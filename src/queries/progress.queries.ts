import { useQuery } from '@tanstack/react-query'
import { getProgress } from '#contract/progress.ts'
import { parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** What the player has wagered. Every bet with a balance moves it. */
const progressQuery = apiQuery(getProgress, { persist: 'account', staleTime: 5_000 })

/** US dollars that the player has wagered, and the house's share of them; nothing for a visitor and before it is known. */
export function useProgress(): { readonly wagered: Decimal; readonly edge: Decimal } {
  const { uid } = useUser()
  const { data } = useQuery({ ...progressQuery, enabled: uid > 0 })
  return {
    wagered: parseDecimal(data?.wageredUsd ?? '') ?? ZERO,
    edge: parseDecimal(data?.edgeUsd ?? '') ?? ZERO,
  }
}
