import { describe, expect, it } from 'vitest'
import { tileTowards } from '#features/play/controls/grid-keys.ts'

describe('the arrow keys in a grid', () => {
  it.each([
    [12, 'ArrowUp', false, 7],
    [12, 'ArrowDown', false, 17],
    [12, 'ArrowLeft', false, 11],
    [12, 'ArrowRight', false, 13],
    [4, 'ArrowRight', false, 4],
    [2, 'ArrowUp', false, 2],
    [13, 'Home', false, 10],
    [13, 'End', false, 14],
    [13, 'Home', true, 0],
    [13, 'End', true, 24],
    [13, 'Enter', false, undefined],
  ])('move from tile %i of 25 with %s', (tile, key, isWholeGrid, next) => {
    expect(tileTowards(tile, key, { columns: 5, rows: 5 }, isWholeGrid)).toBe(next)
  })

  it('work in a grid that is wider than high', () => {
    const shape = { columns: 8, rows: 5 }
    expect(tileTowards(7, 'ArrowDown', shape, false)).toBe(15)
    expect(tileTowards(35, 'ArrowDown', shape, false)).toBe(35)
    expect(tileTowards(35, 'End', shape, false)).toBe(39)
    expect(tileTowards(20, 'Home', shape, true)).toBe(0)
  })
})
