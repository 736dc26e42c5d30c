import { expect, it } from 'vitest'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import { EXPORTED_AT_MOST, readAllPages } from '#operator/grid/grid-rows.ts'

it('an export reads page after page until the last', async () => {
  const asked: (string | null)[] = []
  const told: number[] = []
  const rows = await readAllPages(
    async (after) => {
      asked.push(after)
      return { rows: [after ?? 'first'], next: asked.length < 3 ? `page ${asked.length}` : null }
    },
    (count) => told.push(count),
  )
  expect(rows).toEqual(['first', 'page 1', 'page 2'])
  expect(asked).toEqual([null, 'page 1', 'page 2'])
  expect(told).toEqual([1, 2, 3])
})

it('an export ends at ten thousand rows', async () => {
  let pages = 0
  const rows = await readAllPages(
    async () => {
      pages += 1
      return { rows: Array.from({ length: 3_000 }, (_, index) => index), next: 'more' }
    },
    () => undefined,
  )
  expect(rows).toHaveLength(EXPORTED_AT_MOST)
  expect(pages).toBe(4)
})

it('decimals are ordered exactly, with their sign', () => {
  const sorted = ['0.3', '-10', '0.30000000000000004', '2', '-9.5', '10'].toSorted((a, b) => {
    const [left, right] = [decimalOrder(a) ?? 0n, decimalOrder(b) ?? 0n]
    return left < right ? -1 : left > right ? 1 : 0
  })
  expect(sorted).toEqual(['-10', '-9.5', '0.3', '0.30000000000000004', '2', '10'])
  expect(decimalOrder('none')).toBeNull()
})
