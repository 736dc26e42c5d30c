import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
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

interface CursorOptions<E extends Endpoint> {
  /** Everything the call is asked with but where the page begins. */
  query: QueryOf<E>
  /** Where the page after `last` begins; null at the end. */
  next: (last: DataOf<E>) => string | null
  persist?: PersistScope
}

/** Query options of a GET endpoint whose pages each say where the next one begins, in its `after` parameter. */
export function apiCursor<E extends Endpoint>(endpoint: E, { query, next, persist }: CursorOptions<E>) {
  const asked: object = query ?? {}
  return infiniteQueryOptions<
    DataOf<E>,
    Error,
    InfiniteData<DataOf<E>, string | null>,
    QueryKey,
    string | null
  >({
    queryKey: [API_QUERY_KEY, endpoint.path, { ...asked, pages: true }],
    queryFn: ({ signal, pageParam }) =>
      api.call(endpoint, {
        signal,
        query: { ...asked, ...(pageParam !== null && { after: pageParam }) } as QueryOf<E>,
      }),
    initialPageParam: null,
    getNextPageParam: next,
    staleTime: 0,
    ...(persist !== undefined && { gcTime: PERSIST_MAX_AGE_MS, meta: { persist } }),
  })
}
