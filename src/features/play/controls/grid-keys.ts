interface GridShape {
  readonly columns: number
  readonly rows: number
}

/**
 * The tile that an arrow key, Home or End leads to, from 0, row by row; undefined for any other key. A move stops at the
 * edge.
 */
export function tileTowards(
  tile: number,
  key: string,
  { columns, rows }: GridShape,
  isWholeGrid: boolean,
): number | undefined {
  const row = Math.floor(tile / columns)
  const column = tile % columns
  const at = (nextRow: number, nextColumn: number) =>
    Math.min(Math.max(nextRow, 0), rows - 1) * columns + Math.min(Math.max(nextColumn, 0), columns - 1)
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'ArrowUp':
      return at(row - 1, column)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'Home':
      return at(isWholeGrid ? 0 : row, 0)
    case 'End':
      return at(isWholeGrid ? rows - 1 : row, columns - 1)
    default:
      return undefined
  }
}
