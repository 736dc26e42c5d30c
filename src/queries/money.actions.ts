import type { QueryClient } from '@tanstack/react-query'

/**
 * Call when money has moved: whatever is kept of the account (balances, bonuses, history) is asked for anew, at
 * once where it is on screen.
 */
export function refreshMoney(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.persist === 'account' })
}
