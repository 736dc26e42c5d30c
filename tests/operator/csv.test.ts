import { expect, it } from 'vitest'
import { cellOf, csvOf } from '#operator/grid/csv.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'

it.each([
  ['plain', 'plain'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1 555', "'+1 555"],
  ['@name', "'@name"],
  ['-cmd', "'-cmd"],
  ['\t=1', "'\t=1"],
  // Amounts stay numbers.
  ['-12.50', '-12.50'],
  ['a "b", c', '"a ""b"", c"'],
  ['=A1,"x"', `"'=A1,""x"""`],
  ['a;b', '"a;b"'],
  ['two\nlines', '"two\nlines"'],
])('the cell %j is written as %j', (text, written) => {
  expect(cellOf(text)).toBe(written)
})

it('a file has a line for the heads and one for each row', async () => {
  const columns: GridColumn<{ name: string; sum: string }>[] = [
    { id: 'name', head: 'Name', text: ({ name }) => name },
    { id: 'sum', head: 'Sum, in USD', text: ({ sum }) => sum },
  ]
  const text = await csvOf(columns, [{ name: '水面', sum: '-1.5' }]).text()
  expect(text.replace('\uFEFF', '')).toBe('Name,"Sum, in USD"\r\n水面,-1.5\r\n')
})
