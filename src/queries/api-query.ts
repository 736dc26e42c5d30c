import { queryOptions } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/query-key.ts'
import type { DataOf, Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { firstPaint, untilFirstPaint } from '#lib/first-paint.ts'
import { api } from '#session/api.ts'

/** Longest time that data read from the server may be shown again without it. */
export const PERSIST_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** How long an answer is as good as asking again: a page that opens at once does not repeat the question. */
export const JUST_ASKED_MS = 5_000

/**
 * Who a persisted answer belongs to. `public` is the same for everyone; `account` is dropped as soon as
 * another account, or none, holds the device.
 */
export type PersistScope = 'public' | 'account'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { persist?: PersistScope }
  }
}

/** Query options of a GET endpoint. With `persist` the answer survives 24 h offline, looked at or not. */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  options: { params?: ParamsOf<E>; persist?: PersistScope; staleTime?: number } = {},
) {
  const { params, persist, staleTime } = options
  return queryOptions<DataOf<E>>({
    queryKey: [API_QUERY_KEY, endpoint.path, ...(params === undefined ? [] : [params])],
    queryFn: async ({ client, queryKey, signal }) => {
      // A launch shows what it has; whether there is something newer is asked when it stands.
      if (!firstPaint.get() && client.getQueryData(queryKey) !== undefined) await untilFirstPaint()
      return api.call(endpoint, { signal, ...(params !== undefined && { params }) })
    },
    ...(staleTime !== undefined && { staleTime }),
    ...(persist !== undefined && { gcTime: PERSIST_MAX_AGE_MS, meta: { persist } }),
  })
}
