import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/query-key.ts'
import type { DataOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import { api } from '#session/api.ts'
import { PERSIST_MAX_AGE_MS, type PersistScope } from './api-query.ts'

interface PagesOptions<E extends Endpoint> {
  /** Everything the call is asked with but the page. */
  query: QueryOf<E>
  /** Number of the page after `last`; undefined at the end. */
  next: (last: DataOf<E>) => number | undefined
  persist?: PersistScope
  staleTime?: number
}

/** Query options of a GET endpoint that answers page by page, counted from 1 in its `page` parameter. */
export function apiPages<E extends Endpoint>(endpoint: E, options: PagesOptions<E>) {
  const { next, persist, staleTime } = options
  const asked: object = options.query ?? {}
  return infiniteQueryOptions<DataOf<E>, Error, InfiniteData<DataOf<E>, number>, QueryKey, number>({
    queryKey: [API_QUERY_KEY, endpoint.path, { ...asked, pages: true }],
    queryFn: ({ signal, pageParam }) =>
      api.call(endpoint, { signal, query: { ...asked, page: String(pageParam) } as QueryOf<E> }),
    initialPageParam: 1,
    getNextPageParam: next,
    ...(staleTime !== undefined && { staleTime }),
    ...(persist !== undefined && { gcTime: PERSIST_MAX_AGE_MS, meta: { persist } }),
  })
}
