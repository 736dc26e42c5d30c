import { describe, expect, it } from 'vitest'
import { POND_STRIPS } from '#fair/pond-reels-paytable.ts'
import { pondReelsLine, pondReelsWin } from '#fair/pond-reels.ts'
import {
  POND_SPIN_MS,
  POND_STOPS_MS,
  reelWindow,
  turningReel,
  turnOf,
} from '#features/play/pond-reels/pond-spin.ts'

const REELS = POND_STRIPS.map((_, reel) => reel)

describe('a reel', () => {
  it.each(REELS)(
    'number %i has the symbol of its stop on the line, with its neighbours on the strip',
    (reel) => {
      const strip = POND_STRIPS[reel] ?? []
      for (let stop = 0; stop < strip.length; stop += 1) {
        const stops = REELS.map((each) => (each === reel ? stop : 0))
        const [above, onLine, below] = reelWindow(reel, stop)
        expect(onLine).toBe(pondReelsLine(stops)[reel])
        expect(above).toBe(strip.at(stop - 1))
        expect(below).toBe(strip[(stop + 1) % strip.length])
      }
    },
  )

  it.each(REELS)('number %i turns from the window it shows to that of its stop, along its strip', (reel) => {
    const strip = POND_STRIPS[reel] ?? []
    const ring = [...strip, ...strip].join()
    for (const [from, to] of [
      [0, 0],
      [5, 31],
      [31, 16],
    ] as const) {
      const passing = turningReel(reel, from, to)
      expect(passing).toHaveLength(turnOf(reel) + 3)
      expect(passing.slice(0, 3)).toEqual(reelWindow(reel, to))
      expect(passing.slice(-3)).toEqual(reelWindow(reel, from))
      expect(ring).toContain(passing.slice(0, -3).join())
    }
  })
})

describe('a spin', () => {
  it('shows its result in time, one reel after the other, all equally fast', () => {
    expect(POND_SPIN_MS).toBeLessThanOrEqual(600)
    const speeds = POND_STOPS_MS.map((stop, reel) => turnOf(reel) / stop)
    for (const [reel, stop] of POND_STOPS_MS.slice(1).entries()) {
      expect(stop - (POND_STOPS_MS[reel] ?? 0)).toBe(55)
    }
    expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.02)
  })

  it('begins from stops that would pay nothing', () => {
    expect(pondReelsWin(pondReelsLine(REELS.map(() => 0)))).toBeUndefined()
  })
})
