/**
 * The middle value; the mean of the two middle ones for an even count.
 * @param {number[]} values at least one
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Rows as text with aligned columns; the first row is the head.
 * @param {string[][]} rows
 */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n')
}

/**
 * @param {readonly number[]} numbers
 * @returns {number} the 95th percentile
 */
export const p95 = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN
