import { useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorPages, readPage, type Asked, type PageOf } from '#operator/session/queries.ts'
import { readAllPages, type GridRows } from './grid-rows.ts'

/** Rows of an endpoint with pages, and its query for loading and errors. */
export function usePageRows<E extends Endpoint, T>(
  endpoint: E,
  asked: Asked<E>,
  rowsOf: (page: PageOf<E>) => readonly T[],
) {
  const query = useInfiniteQuery(operatorPages(endpoint, asked))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    query
  const rows: GridRows<T> = {
    rows: data?.pages.flatMap(rowsOf) ?? [],
    isBusy: isPlaceholderData,
    more: {
      hasMore: hasNextPage,
      isLoading: isFetchingNextPage,
      isFailed: isFetchNextPageError,
      load: () => void fetchNextPage(),
    },
    readAll: (tell, signal) =>
      readAllPages(async (after) => {
        const page = await readPage(endpoint, asked, after, signal)
        return { rows: rowsOf(page), next: page.next }
      }, tell),
  }
  return { query, rows }
}
