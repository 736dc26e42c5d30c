import type { QueryClient } from '@tanstack/react-query'

/** Money moved: whatever is known of the account's money is asked for anew. */
export function refreshMoney(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.persist === 'account' })
}
