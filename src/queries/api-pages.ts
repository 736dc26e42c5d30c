import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/api-client.ts'
import type { DataOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import { api } from '#session/api.ts'
import { PERSIST_MAX_AGE_MS, type PersistScope } from './api-query.ts'

interface PagesOptions<E extends Endpoint> {
  /** Parameters except the page. */
  query: QueryOf<E>
  /** Number of the page after `last`; undefined at the end. */
  next: (last: DataOf<E>) => number | undefined
  persist?: PersistScope
  staleTime?: number
}

/** Query options of a GET endpoint with a `page` parameter that counts from 1. */
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
  /** Parameters except the cursor. */
  query: QueryOf<E>
  /** Cursor of the page after `last`; null at the end. */
  next: (last: DataOf<E>) => string | null
  persist?: PersistScope
}

/** Query options of a GET endpoint with an `after` parameter: each page gives the cursor of the next. */
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
