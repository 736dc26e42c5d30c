import type { GridColumn } from './grid-column.ts'

const NUMBER = /^-?\d+(?:\.\d+)?$/
/** A spreadsheet would calculate such a text. */
const FORMULA = /^[=+\-@\t\r]/
/** Spreadsheets take a file without it for one of their own encoding, which has no Chinese. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf<T>(columns: readonly GridColumn<T>[], rows: readonly T[]): Blob {
  const lines = [
    columns.map(({ head }) => cellOf(head)),
    ...rows.map((row) => columns.map(({ text }) => cellOf(text(row)))),
  ]
  return new Blob([BYTE_ORDER_MARK, ...lines.map((cells) => `${cells.join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  })
}

export function cellOf(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  // Spreadsheets of many countries part cells at semicolons.
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
