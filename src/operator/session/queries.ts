import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  queryOptions,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import type { DataOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { api } from './api.ts'

const RETRIES = 2

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  })

export interface Asked<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
}

/** Query options of a GET endpoint. */
export const operatorQuery = <E extends Endpoint>(endpoint: E, asked: Asked<E> = {}) =>
  queryOptions<DataOf<E>>({
    queryKey: [endpoint.path, asked],
    queryFn: ({ signal }) => api.call(endpoint, { ...asked, signal }),
  })

interface Page {
  readonly next: string | null
}
export type PageOf<E extends Endpoint> = DataOf<E> & Page

/** Query options of a GET endpoint whose pages each give the cursor of the next. */
export const operatorPages = <E extends Endpoint>(endpoint: E, asked: Asked<E> = {}) =>
  infiniteQueryOptions<PageOf<E>, Error, InfiniteData<PageOf<E>, string | null>, QueryKey, string | null>({
    queryKey: [endpoint.path, asked, 'pages'],
    queryFn: ({ signal, pageParam }) => readPage(endpoint, asked, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    // The rows stay while others are searched.
    placeholderData: keepPreviousData,
  })

export async function readPage<E extends Endpoint>(
  endpoint: E,
  { params, query }: Asked<E>,
  after: string | null,
  signal: AbortSignal,
): Promise<PageOf<E>> {
  const page = await api.call(endpoint, {
    signal,
    ...(params !== undefined && { params }),
    query: { ...(query as object | undefined), ...(after !== null && { after }) } as QueryOf<E>,
  })
  return page as PageOf<E>
}
