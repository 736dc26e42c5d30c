import { allowEarlyReader } from './early-reader.mjs'

const lineOf = (row) =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

/** Rows of a command of the operator, as JSON or a line each. */
export function printRows(rows, isJson) {
  allowEarlyReader()
  if (isJson) return console.log(JSON.stringify(rows, null, 2))
  for (const row of rows) console.log(lineOf(row))
  if (rows.length === 0) console.log('None.')
}
