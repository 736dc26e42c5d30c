import { describe, expect, it } from 'vitest'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelMultipliers } from '#rules/wheel/wheel.ts'
import {
  pointerTicks,
  WHEEL_TURN_MS,
  wheelAngle,
  wheelClicks,
  wheelWay,
} from '#features/play/wheel/wheel-turn.ts'
import { ringPart } from '#features/play/wheel/wheel-drawing.ts'
import { wheelOdds } from '#features/play/wheel/wheel-odds.ts'

describe('a turn', () => {
  it.each(WHEEL_SEGMENTS)(
    'of %i segments ends with the middle of its segment under the pointer',
    (segments) => {
      for (let segment = 0; segment < segments; segment += 1) {
        const angle = wheelAngle(segment, segments)
        // A wheel turned clockwise by an angle shows the point that is this angle before its start.
        const atTop = ((360 - angle) / 360) * segments
        expect(atTop).toBeCloseTo(segment + 0.5, 9)
      }
    },
  )

  it('goes clockwise to its target, between one and two times around', () => {
    for (const [from, to] of [
      [0, 0],
      [10, 350],
      [350, 10],
      [123.4, 123.4],
      [359.9, 0.1],
    ] as const) {
      const way = wheelWay(from, to)
      expect(way).toBeGreaterThanOrEqual(360)
      expect(way).toBeLessThan(720)
      expect((((from + way - to) % 360) + 360) % 360).toBeCloseTo(0, 9)
    }
  })

  it('clicks ever slower, and not after it stops', () => {
    for (const segments of WHEEL_SEGMENTS) {
      const times = wheelClicks(540, segments).map(({ atMs }) => atMs)
      expect(times.length).toBeGreaterThan(6)
      expect(times.length).toBeLessThan(16)
      expect(times[0]).toBeGreaterThan(0)
      expect(times.at(-1)).toBeLessThan(WHEEL_TURN_MS)
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect([...gaps].sort((a, b) => a - b)).toEqual(gaps)
    }
  })
})

describe('the pointer', () => {
  it.each(WHEEL_SEGMENTS)('of %i segments falls back after each click, and rests at the end', (segments) => {
    const ticks = pointerTicks(segments)
    const offsets = ticks.map(({ offset }) => offset)
    expect([...offsets].sort((a, b) => a - b)).toEqual(offsets)
    expect(offsets.at(-1)).toBe(1)
    expect(ticks.at(-1)?.rotate).toBe('0deg')
  })
})

describe('the drawing', () => {
  it('has its segments side by side', () => {
    const end = /L(\S+ \S+)A/.exec(ringPart(0, 0.1))?.[1]
    const start = /(\S+ \S+)Z$/.exec(ringPart(0.1, 0.2))?.[1]
    expect(end).toBeDefined()
    expect(start?.replace(/^\S+A.*/, '')).toBe(end)
  })
})

describe('the odds', () => {
  it('list every multiplier of every wheel once, the best first, in its own colour', () => {
    for (const segments of WHEEL_SEGMENTS) {
      for (const risk of WHEEL_RISKS) {
        const odds = wheelOdds({ segments, risk })
        expect(odds.reduce((sum, { count }) => sum + count, 0)).toBe(segments)
        expect(odds[0]?.multiplier).toBe(Math.max(...wheelMultipliers({ segments, risk })))
        expect(new Set(odds.map(({ tone }) => tone)).size).toBe(odds.length)
        for (const { multiplier, tone } of odds) expect(tone === 'none').toBe(multiplier === 0)
      }
    }
  })
})
