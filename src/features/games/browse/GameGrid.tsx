import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { GameGridRow } from './GameGridRow.tsx'
import { groupedRows, tileRows } from './grid-rows.ts'
import { placeRows } from './place-rows.ts'
import { useGridLayout } from './use-grid-layout.ts'

/** Up to so many rows are all rendered, which is cheaper than keeping track of those near the screen. */
const WINDOWED_FROM = 20
/** Rows whose covers are fetched at once; the others wait until they come near. */
const EAGER_ROWS = 2

const RowWindow = lazy(() => import('./RowWindow.tsx').then(({ RowWindow }) => ({ default: RowWindow })))

interface GameGridProps {
  games: readonly GameSummary[]
  isGrouped: boolean
}

/** Tiles in rows at places known beforehand; of many rows only those near the screen exist. The page scrolls. */
export function GameGrid({ games, isGrouped }: GameGridProps) {
  const locale = useLocale()
  const captionOf = useTileCaption()
  const { data: providers = [] } = useQuery(providersQuery)
  const [{ columns, gap, rowHeight, top, remPx }, ref] = useGridLayout()
  const rows = useMemo(
    () => (isGrouped ? groupedRows(games, providers, columns) : tileRows(games, columns)),
    [games, providers, columns, isGrouped],
  )
  const places = useMemo(() => placeRows(rows, { gap, rowHeight, remPx }), [rows, gap, rowHeight, remPx])
  const renderRow = (index: number) => {
    const row = rows[index]
    return (
      row && (
        <GameGridRow
          key={row.key}
          row={row}
          top={places.starts[index] ?? 0}
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
  }
  const first = rows.slice(0, WINDOWED_FROM).map((_, index) => renderRow(index))
  return (
    <div className="px-4">
      <div
        ref={ref}
        role={isGrouped ? undefined : 'list'}
        className="relative"
        style={{ height: places.totalHeight }}
      >
        {rows.length <= WINDOWED_FROM ? (
          first
        ) : (
          <Suspense fallback={first}>
            <RowWindow places={places} top={top} renderRow={renderRow} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
