import { describe, expect, it } from 'vitest'
import { POND_STRIPS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsLine, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import {
  POND_SPIN_MS,
  POND_STOPS_MS,
  reelCells,
  restingPlace,
  turnFrames,
  turnOf,
  turnPoints,
} from '#features/play/pond-reels/pond-spin.ts'

const REELS = POND_STRIPS.map((_, reel) => reel)
const STOPS = POND_STRIPS[0]?.map((_, stop) => stop) ?? []

/** Symbol on the line when this cell is at the top of the window. */
const onLine = (reel: number, cell: number) => reelCells(reel)[cell + 1]

describe('a reel', () => {
  it.each(REELS)('number %i shows each stop on the line, between its neighbours on the strip', (reel) => {
    const strip = POND_STRIPS[reel] ?? []
    const cells = reelCells(reel)
    for (const stop of STOPS) {
      const line = pondReelsLine(REELS.map((each) => (each === reel ? stop : 0)))
      expect(restingPlace(reel, stop)).toBe(`0 ${(-100 * stop) / cells.length}%`)
      expect(onLine(reel, stop)).toBe(line[reel])
      expect(cells[stop]).toBe(strip.at(stop - 1))
      expect(cells[stop + 2]).toBe(strip[(stop + 1) % strip.length])
    }
  })

  it.each(REELS)(
    'number %i turns equally far from any stop to any other, and stays in the window',
    (reel) => {
      const last = reelCells(reel).length - 3
      for (const from of STOPS) {
        for (const to of STOPS) {
          const [start, gone, back, end] = turnPoints(reel, from, to).map(({ cell }) => cell)
          if (start === undefined || gone === undefined || back === undefined || end === undefined)
            throw new Error('A turn has four points')
          for (const place of [0, 1, 2]) {
            expect(reelCells(reel)[start + place]).toBe(reelCells(reel)[from + place])
          }
          expect(end).toBe(to)
          expect(start - gone + (back - end)).toBe(turnOf(reel))
          expect(Math.min(gone, end)).toBeGreaterThanOrEqual(0)
          expect(Math.max(start, back)).toBeLessThanOrEqual(last)
        }
      }
    },
  )
})

describe('a spin', () => {
  it('stops one reel after the other at fixed times, all at the same speed', () => {
    expect(POND_SPIN_MS).toBeLessThanOrEqual(600)
    const speeds = POND_STOPS_MS.map((stop, reel) => turnOf(reel) / stop)
    for (const [reel, stop] of POND_STOPS_MS.slice(1).entries()) {
      expect(stop - (POND_STOPS_MS[reel] ?? 0)).toBe(55)
    }
    expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.08)
  })

  it('ends where its reel stops', () => {
    for (const reel of REELS)
      expect(turnFrames(reel, 3, 17).at(-1)?.['translate']).toBe(restingPlace(reel, 17))
  })

  it('starts from stops that would pay nothing', () => {
    expect(pondReelsWin(pondReelsLine(REELS.map(() => 0)))).toBeUndefined()
  })
})
