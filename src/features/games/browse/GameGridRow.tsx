import { memo, type ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import { inLocale, type Locale } from '#contract/localized.ts'
import { Heading } from '#ui/Heading.tsx'
import type { GridRow } from './grid-rows.ts'

interface GameGridRowProps {
  row: GridRow
  /** Distance from the top of the grid in pixels. */
  top: number
  columns: number
  gap: number
  /** Height of a row of tiles in pixels. */
  height: number
  /** Tiles in the whole grid when it is one list: screen readers are told, since most tiles are not there. */
  total: number | undefined
  isEager: boolean
  locale: Locale
  captionOf: (game: GameSummary) => ReactNode
}

/** One row at its place; scrolling renders only rows that are new. */
export const GameGridRow = memo(function GameGridRow(props: GameGridRowProps) {
  const { row, top, columns, gap, height, total, isEager, locale, captionOf } = props
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
          key={game.slug}
          role="listitem"
          aria-setsize={total}
          aria-posinset={total && row.firstIndex + column + 1}
        >
          <GameTile game={game} caption={captionOf(game)} fetchCover={isEager ? 'first' : 'later'} />
        </div>
      ))}
    </div>
  )
})
