import { Trans } from '@lingui/react/macro'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ListEnd } from '#ui/ListEnd.tsx'
import { BetRow } from './BetRow.tsx'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import type { PastBet } from '#features/play/play-engine.ts'

interface BetRowsProps {
  /** Latest first. */
  bets: readonly PastBet[]
  hasMore: boolean
  more: 'idle' | 'loading' | 'failed'
  onMore: () => void
}

/** Height of a row whose words stay in one line each. Otherwise every row is measured. */
const ROW_PX = 58
/** On narrower screens words may need two lines. */
const ONE_LINE_FROM_PX = 360
const OVERSCAN = 6
/** The next page is loaded so many rows before the end. */
const AHEAD = 20

/** Only rows near the screen are rendered; the page itself scrolls, and more come by themselves. */
export function BetRows({ bets, hasMore, more, onMore }: BetRowsProps) {
  const ref = useRef<HTMLUListElement>(null)
  const [{ top, isMeasured }, setLayout] = useState<RowLayout>({ top: 0, isMeasured: false })
  const open = useOpenBet()
  // The content above changes its height, as when more filters are shown.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const follow = () => {
      const next = layOut(element)
      setLayout((old) => (old.top === next.top && old.isMeasured === next.isMeasured ? old : next))
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element.parentElement ?? element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({
    count: bets.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => bets[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Rendering in a task of its own keeps scrolling free of long ones; the overscan hides the delay.
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    // Heights measured for large letters say nothing about small ones.
    if (!isMeasured) virtualizer.measure()
  }, [virtualizer, isMeasured])
  const rows = virtualizer.getVirtualItems()
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= bets.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasMore && more === 'idle') onMore()
  }, [isNearEnd, hasMore, more, onMore])

  return (
    <div className="grid grid-cols-1 gap-3">
      <ul ref={ref} className="relative -mx-3" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const bet = bets[index]
          return (
            bet && (
              <li
                key={key}
                ref={isMeasured ? virtualizer.measureElement : undefined}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={hasMore ? -1 : bets.length}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <BetRow bet={bet} onOpen={open} />
              </li>
            )
          )
        })}
      </ul>
      <ListEnd hasMore={hasMore} isFailed={more === 'failed'} onMore={onMore}>
        <Trans>These are all bets.</Trans>
      </ListEnd>
    </div>
  )
}

interface RowLayout {
  /** Distance of the list from the top of the page. */
  top: number
  isMeasured: boolean
}

function layOut(list: HTMLElement): RowLayout {
  const hasTallRow = [...list.children].some((row) => row.firstElementChild?.clientHeight !== ROW_PX)
  return {
    top: Math.round(list.getBoundingClientRect().top + window.scrollY),
    isMeasured: window.innerWidth < ONE_LINE_FROM_PX || hasTallRow,
  }
}
