import { describe, expect, it } from 'vitest'
import type { GridRow } from '#features/games/browse/grid-rows.ts'
import { placeRows } from '#features/games/browse/place-rows.ts'

const SIZES = { gap: 10, rowHeight: 100, remPx: 16 }
const tiles: GridRow = { kind: 'tiles', key: 'dice', games: [], firstIndex: 0 }
const heading: GridRow = {
  kind: 'heading',
  key: 'koi',
  provider: { slug: 'koi', name: { 'en-US': 'Koi', 'zh-CN': '锦鲤' } },
}

describe('places of rows', () => {
  it('stack with a gap, headings lower than tiles', () => {
    expect(placeRows([heading, tiles, tiles], SIZES)).toEqual({
      starts: [0, 46, 156],
      heights: [36, 100, 100],
      gap: 10,
      totalHeight: 256,
    })
  })

  it('need no room without rows', () => {
    expect(placeRows([], SIZES).totalHeight).toBe(0)
  })
})
