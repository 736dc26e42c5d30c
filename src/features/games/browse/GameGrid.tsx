import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useMemo } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale, type Locale } from '#contract/localized.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import { isOfProvider, keyOf, type ListedGame } from '#features/games/listed-game.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { Heading } from '#ui/Heading.tsx'
import { type GridRow, groupedRows, tileRows } from './grid-rows.ts'
import type { OtherGames } from '#features/games/other-games.ts'
import { placeRows } from './place-rows.ts'
import { useGridLayout } from './use-grid-layout.ts'

interface GameGridRowProps {
  row: GridRow
  /** Distance from the top of the grid in pixels. */
  top: number
  columns: number
  gap: number
  /** Height of a row of tiles in pixels. */
  height: number
  /** Number of tiles of an ungrouped grid, for screen readers: most tiles are not in the DOM. */
  total: number | undefined
  isEager: boolean
  locale: Locale
  captionOf: (game: GameSummary) => ReactNode
  tileOf: OtherGames['tile'] | undefined
}

/** Memoized, so that scrolling renders only new rows. */
const GameGridRow = memo(function GameGridRow(props: GameGridRowProps) {
  const { row, top, columns, gap, height, total, isEager, locale, captionOf, tileOf } = props
  const place = { transform: `translateY(${top}px)` }
  if (row.kind === 'heading') {
    return (
      <div className="absolute inset-x-0 top-0" style={place}>
        <Heading level={2}>{inLocale(row.provider.name, locale)}</Heading>
      </div>
    )
  }
  return (
    <div
      role={total === undefined ? 'list' : 'presentation'}
      className="absolute inset-x-0 top-0 grid"
      style={{
        ...place,
        height,
        gap,
        contain: 'layout style',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {row.games.map((game, column) => (
        <div
          key={keyOf(game)}
          role="listitem"
          aria-setsize={total}
          aria-posinset={total && row.firstIndex + column + 1}
        >
          {isOfProvider(game) ? (
            tileOf?.(game, isEager ? 'first' : 'later')
          ) : (
            <GameTile game={game} caption={captionOf(game)} fetchCover={isEager ? 'first' : 'later'} />
          )}
        </div>
      ))}
    </div>
  )
})

/** Up to this many rows are all rendered, which is cheaper than following the scroll position. */
const WINDOWED_FROM = 20
/** Rows whose covers load at once; others load when they come near. */
const EAGER_ROWS = 2

const RowWindow = lazy(() => import('./RowWindow.tsx').then(({ RowWindow }) => ({ default: RowWindow })))

type GameGridProps =
  | {
      isGrouped: false
      games: readonly ListedGame[]
      /** Number of games, of which some may not be loaded yet. */
      total: number
      tileOf: OtherGames['tile']
    }
  | { isGrouped: true; games: readonly GameSummary[] }

/**
 * Positions are computed in advance; of many rows only those near the viewport are rendered. The page scrolls, not the
 * grid.
 */
export function GameGrid(props: GameGridProps) {
  const locale = useLocale()
  const captionOf = useTileCaption()
  const { data: providers = [] } = useQuery(providersQuery)
  const [{ columns, gap, rowHeight, top, remPx }, ref] = useGridLayout()
  const rows = useMemo(
    () => (props.isGrouped ? groupedRows(props.games, providers, columns) : tileRows(props.games, columns)),
    [props.games, providers, columns, props.isGrouped],
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
          total={props.isGrouped ? undefined : props.total}
          isEager={index < EAGER_ROWS}
          locale={locale}
          captionOf={captionOf}
          tileOf={props.isGrouped ? undefined : props.tileOf}
        />
      )
    )
  }
  const first = rows.slice(0, WINDOWED_FROM).map((_, index) => renderRow(index))
  return (
    <div className="px-4">
      <div
        ref={ref}
        role={props.isGrouped ? undefined : 'list'}
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
