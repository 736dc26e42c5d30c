import { queryOptions } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/api-client.ts'
import type { DataOf, Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { firstPaint, untilFirstPaint } from '#lib/first-paint.ts'
import { api } from '#session/api.ts'

/** Maximum age of answers that are shown without asking the server again. */
export const PERSIST_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** Within this time a page that opens does not repeat the request. */
export const JUST_ASKED_MS = 5_000

/** `public`: the same for everyone. `account`: dropped when another account, or nobody, is logged in. */
export type PersistScope = 'public' | 'account'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { persist?: PersistScope }
  }
}

/** Query options of a GET endpoint. `persist` keeps the answer for 24 h, also offline. */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  options: { params?: ParamsOf<E>; persist?: PersistScope; staleTime?: number } = {},
) {
  const { params, persist, staleTime } = options
  return queryOptions<DataOf<E>>({
    queryKey: [API_QUERY_KEY, endpoint.path, ...(params === undefined ? [] : [params])],
    queryFn: async ({ client, queryKey, signal }) => {
      // During a launch, show the stored answer first and ask the server after the first paint.
      if (!firstPaint.get() && client.getQueryData(queryKey) !== undefined) await untilFirstPaint()
      return api.call(endpoint, { signal, ...(params !== undefined && { params }) })
    },
    ...(staleTime !== undefined && { staleTime }),
    ...(persist !== undefined && { gcTime: PERSIST_MAX_AGE_MS, meta: { persist } }),
  })
}
