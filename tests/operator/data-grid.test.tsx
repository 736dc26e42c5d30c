// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

interface Row {
  readonly name: string
  readonly sum: string | null
}

const COLUMNS: readonly GridColumn<Row>[] = [
  { id: 'name', head: 'Name', text: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'sum',
    head: 'Sum',
    isNumber: true,
    text: ({ sum }) => sum ?? '',
    sortBy: ({ sum }) => decimalOrder(sum),
  },
]
const ROWS: readonly Row[] = [
  { name: 'pond', sum: '9.5' },
  { name: 'amber', sum: null },
  { name: 'koi', sum: '10' },
]

/** Few rows have no search. */
const MANY = [
  ...ROWS.slice(0, 2),
  ...['carp', 'reed', 'lily', 'heron', 'frog'].map((name) => ({ name, sum: '1' })),
  ...ROWS.slice(2),
]

function show(rows = ROWS, onOpen?: (row: Row) => void) {
  renderInEnglish(
    <DataGrid
      label="Rows"
      fileName="rows"
      columns={COLUMNS}
      rows={{ rows }}
      rowId={({ name }) => name}
      empty={{ title: 'Empty' }}
      {...(onOpen && { onOpen })}
    />,
  )
}

const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)

it('a head sorts up, then down, then as the rows came; rows without a value come last', () => {
  show()
  const head = screen.getByRole('button', { name: 'Sum' })
  const sortOf = () => screen.getByRole('columnheader', { name: 'Sum' }).getAttribute('aria-sort')
  expect(names()).toEqual(['pond', 'amber', 'koi'])
  fireEvent.click(head)
  expect(names()).toEqual(['pond', 'koi', 'amber'])
  expect(sortOf()).toBe('ascending')
  fireEvent.click(head)
  expect(names()).toEqual(['koi', 'pond', 'amber'])
  expect(sortOf()).toBe('descending')
  fireEvent.click(head)
  expect(names()).toEqual(['pond', 'amber', 'koi'])
  expect(sortOf()).toBeNull()
})

it('the search keeps the rows with the letters, and says when no row is left', () => {
  show(MANY)
  const field = screen.getByRole('searchbox', { name: 'Search these rows' })
  fireEvent.change(field, { target: { value: 'AM' } })
  expect(names()).toEqual(['amber'])
  fireEvent.change(field, { target: { value: 'nobody' } })
  expect(screen.getByText('Nothing found')).toBeTruthy()
})

it('arrow keys move the focus between rows, Enter opens, and the slash goes to the search', async () => {
  const onOpen = vi.fn()
  show(MANY, onOpen)
  const row = (name: string) => screen.getByRole('gridcell', { name }).parentElement as HTMLElement
  act(() => row('pond').focus())
  fireEvent.keyDown(row('pond'), { key: 'ArrowDown' })
  await act(async () => undefined)
  expect(document.activeElement).toBe(row('amber'))
  expect(row('amber').tabIndex).toBe(0)
  expect(row('pond').tabIndex).toBe(-1)
  fireEvent.keyDown(row('amber'), { key: 'End' })
  await act(async () => undefined)
  fireEvent.keyDown(row('koi'), { key: 'Enter' })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[2])
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})
