import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, type ReactNode } from 'react'
import type { RowPlaces } from './place-rows.ts'

/** Rows rendered beyond each edge of the viewport, so that fast scrolling finds tiles in place. */
const OVERSCAN = 2

interface RowWindowProps {
  places: RowPlaces
  /** Distance of the grid from the top of the page in pixels. */
  top: number
  /** The rendered row needs a key of its own. */
  renderRow: (index: number) => ReactNode
}

/** Renders only the rows near the viewport. */
export function RowWindow({ places, top, renderRow }: RowWindowProps) {
  const virtualizer = useWindowVirtualizer({
    count: places.heights.length,
    estimateSize: (index) => places.heights[index] ?? 0,
    gap: places.gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Rendering in a separate task avoids long tasks while scrolling; the overscan hides the delay.
    useFlushSync: false,
    // Sizes are known: the library must not correct the page's scroll position.
    scrollToFn: () => undefined,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, places])
  return virtualizer.getVirtualItems().map(({ index }) => renderRow(index))
}
