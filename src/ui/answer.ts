/** The part of a TanStack query that is used here. */
export interface Answer<T> {
  data: T | undefined
  error: Error | null
  failureReason: Error | null
  isFetching: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => Promise<unknown>
}
