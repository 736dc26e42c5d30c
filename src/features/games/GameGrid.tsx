import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { GameGridRow } from './GameGridRow.tsx'
import { providersQuery } from './games.queries.ts'
import { groupedRows, tileRows } from './grid-rows.ts'
import { useEdgeCaption } from './use-edge-caption.ts'
import { useGridLayout } from './use-grid-layout.ts'

const HEADING_REM = 2.25
/** Rows rendered beyond each edge of the screen, so that a flick finds tiles in place. */
const OVERSCAN = 2
/** Rows whose covers are fetched at once; the others wait until they come near. */
const EAGER_ROWS = 2

interface GameGridProps {
  games: readonly GameSummary[]
  isGrouped: boolean
}

/** Tiles in rows, of which only those near the screen exist; the page itself scrolls. */
export function GameGrid({ games, isGrouped }: GameGridProps) {
  const locale = useLocale()
  const captionOf = useEdgeCaption()
  const { data: providers = [] } = useQuery(providersQuery)
  const [{ columns, gap, rowHeight, top, remPx }, ref] = useGridLayout()
  const rows = useMemo(
    () => (isGrouped ? groupedRows(games, providers, columns) : tileRows(games, columns)),
    [games, providers, columns, isGrouped],
  )
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_REM * remPx : rowHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Rendering in a task of its own keeps scrolling free of long ones; the overscan hides the delay.
    useFlushSync: false,
    // Sizes are known, so it never has to correct the page's scroll position, which others look after.
    scrollToFn: () => undefined,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, remPx, isGrouped])
  return (
    <div className="px-4">
      <div
        ref={ref}
        role={isGrouped ? undefined : 'list'}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <GameGridRow
                key={key}
                row={row}
                top={start - top}
                columns={columns}
                gap={gap}
                height={rowHeight}
                total={isGrouped ? undefined : games.length}
                isEager={index < EAGER_ROWS}
                locale={locale}
                captionOf={captionOf}
              />
            )
          )
        })}
      </div>
    </div>
  )
}
