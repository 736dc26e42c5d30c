import type { Balance } from '#contract/balances.ts'
import { useBalances } from '#queries/balances.queries.ts'

export function useHeldCoins(): readonly Balance[] {
  const { data: balances } = useBalances()
  return (balances ?? []).filter(({ available }) => Number(available) > 0)
}
