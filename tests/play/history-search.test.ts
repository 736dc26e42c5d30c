import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { filterOf } from '#features/play/history/history-filter.ts'
import { countFilters, hasFilters, parseMinMultiplier } from '#features/play/history/history-filter.ts'
import { HistorySearchSchema } from '#features/play/history/history-search.ts'

const read = (search: unknown) => v.parse(HistorySearchSchema, search)
const HASH = 'a'.repeat(64)

describe('the address of the history', () => {
  it('keeps valid filters', () => {
    const search = {
      game: 'mines',
      result: 'won',
      from: '2026-02-28',
      to: '2026-03-01',
      min: 1.5,
      pair: HASH,
      bet: 'x',
      sheet: 'seeds',
    }
    expect(read(search)).toEqual(search)
    expect(countFilters(read(search))).toBe(6)
  })

  it.each([
    { game: 'chess' },
    { game: 3 },
    { result: 'drawn' },
    { from: '2026-02-30' },
    { from: 'yesterday' },
    { to: 20260301 },
    { min: 'many' },
    { min: 0 },
    { min: -2 },
    { min: Number.POSITIVE_INFINITY },
    { pair: 'abc' },
    { pair: HASH.toUpperCase() },
    { bet: '' },
    { bet: 'x'.repeat(81) },
    { sheet: 'stats' },
  ])('ignores %j', (search) => {
    expect(Object.values(read(search)).filter((each) => each !== undefined)).toEqual([])
    expect(hasFilters(read(search))).toBe(false)
  })

  it("requests whole days in the player's time zone", () => {
    const { from, to, minMultiplier, serverSeedHash } = filterOf(
      read({ from: '2026-03-29', to: '2026-03-29', min: 1.9876, pair: HASH }),
    )
    expect(from).toBe(new Date(2026, 2, 29).getTime())
    expect(to).toBe(new Date(2026, 2, 30).getTime() - 1)
    expect(minMultiplier).toBe(19_876)
    expect(serverSeedHash).toBe(HASH)
  })
})

describe('the multiplier field', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['2', 2],
    ['1.5', 1.5],
    ['1,500', 1_500],
    ['1,5', 'invalid'],
    ['0,500', 'invalid'],
    ['２．５', 2.5],
    ['10x', 10],
    ['10 ×', 10],
    ['.', 'invalid'],
    ['1e9', 'invalid'],
    ['-1', 'invalid'],
    ['0', 'invalid'],
    ['two', 'invalid'],
    ['1.2.3', 'invalid'],
  ])('reads %j as %j', (text, value) => expect(parseMinMultiplier(text)).toBe(value))
})
