import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, type ReactNode } from 'react'
import type { RowPlaces } from './place-rows.ts'

/** Rows rendered beyond each edge of the screen, so that a flick finds tiles in place. */
const OVERSCAN = 2

interface RowWindowProps {
  places: RowPlaces
  /** Distance of the grid from the top of the page in pixels. */
  top: number
  /** Renders the row of an index, with a key of its own. */
  renderRow: (index: number) => ReactNode
}

/** Those of many rows that are near the screen, followed as the page scrolls. */
export function RowWindow({ places, top, renderRow }: RowWindowProps) {
  const virtualizer = useWindowVirtualizer({
    count: places.heights.length,
    estimateSize: (index) => places.heights[index] ?? 0,
    gap: places.gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Rendering in a task of its own keeps scrolling free of long ones; the overscan hides the delay.
    useFlushSync: false,
    // Sizes are known, so it never has to correct the page's scroll position, which others look after.
    scrollToFn: () => undefined,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, places])
  return virtualizer.getVirtualItems().map(({ index }) => renderRow(index))
}
