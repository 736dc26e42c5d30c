import type { GameSummary, Provider } from '#contract/games.ts'
import { keyOf, type ListedGame } from '#features/games/listed-game.ts'
import { groupByProvider } from './filter-games.ts'

/** A provider's name, or a row of tiles. */
export type GridRow =
  | { kind: 'heading'; key: string; provider: Provider }
  | { kind: 'tiles'; key: string; games: readonly ListedGame[]; firstIndex: number }

export function tileRows(games: readonly ListedGame[], columns: number, firstIndex = 0): GridRow[] {
  const rows: GridRow[] = []
  for (let start = 0; start < games.length; start += columns) {
    const inRow = games.slice(start, start + columns)
    const key = inRow[0] ? keyOf(inRow[0]) : ''
    rows.push({ kind: 'tiles', key, games: inRow, firstIndex: firstIndex + start })
  }
  return rows
}

export function groupedRows(
  games: readonly GameSummary[],
  providers: readonly Provider[],
  columns: number,
): GridRow[] {
  let index = 0
  return groupByProvider(games, providers).flatMap(({ provider, games: own }) => {
    const rows = tileRows(own, columns, index)
    index += own.length
    return [{ kind: 'heading', key: `provider:${provider.slug}`, provider }, ...rows]
  })
}
