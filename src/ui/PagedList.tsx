import { useRef, type ReactNode } from 'react'
import { ListEnd } from './ListEnd.tsx'
import { useNearEnd } from './use-near-end.ts'

/** As `useInfiniteQuery` tells it. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

export interface PagedListProps {
  pages: Pages
  /** Said after the last item. */
  end: ReactNode
  /** The list so far. */
  children: ReactNode
}

/** Loads more as the page scrolls. */
export function PagedList({ pages, end, children }: PagedListProps) {
  const endRef = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const isHeld = !hasNextPage || isFetchingNextPage || isFetchNextPageError
  const more = () => void fetchNextPage()
  useNearEnd(endRef, { isHeld, onNear: more })
  return (
    <div className="grid grid-cols-1 gap-3">
      {children}
      <ListEnd ref={endRef} hasMore={hasNextPage} isFailed={isFetchNextPageError} onMore={more}>
        {end}
      </ListEnd>
    </div>
  )
}
