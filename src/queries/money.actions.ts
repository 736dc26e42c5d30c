import type { QueryClient } from '@tanstack/react-query'

/** Call after money moved: refetches balances, bonuses and history, at once if they are visible. */
export function refreshMoney(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.persist === 'account' })
}
