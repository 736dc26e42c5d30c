import { describe, expect, it } from 'vitest'
import { LIMBO_MAX_TARGET, LIMBO_MIN_TARGET, limboChance } from '#rules/limbo/limbo.ts'
import {
  climbedTo,
  LIMBO_CLIMB_MS,
  limboLevel,
  reachedAfterMs,
  scaleTicks,
  scaleTop,
} from '#features/play/limbo/limbo-climb.ts'
import {
  chancePercent,
  withTarget,
  withTypedChance,
  withTypedTarget,
} from '#features/play/limbo/limbo-links.ts'

describe('target and chance', () => {
  it.each([
    ['2', 200],
    ['2.50×', 250],
    ['1.019', LIMBO_MIN_TARGET],
    ['1', LIMBO_MIN_TARGET],
    ['0', LIMBO_MIN_TARGET],
    ['99999999', LIMBO_MAX_TARGET],
    ['16000', 1_600_000],
  ])('a typed target of %s is %i', (text, target) => {
    expect(withTypedTarget(text)).toEqual({ target })
  })

  it.each([
    ['49.5', 200],
    ['49.5 %', 200],
    ['99', LIMBO_MIN_TARGET],
    ['100', LIMBO_MIN_TARGET],
    ['9.9', 1_000],
    ['0.0062', 1_596_774],
    ['0', LIMBO_MAX_TARGET],
  ])('a chance of %s belongs to the target %i', (text, target) => {
    expect(withTypedChance(text)).toEqual({ target })
  })

  it('an invalid number changes nothing', () => {
    expect(withTypedTarget('')).toBeUndefined()
    expect(withTypedTarget('two')).toBeUndefined()
    expect(withTypedChance('-3')).toBeUndefined()
  })

  it('a displayed chance leads back to its target, as far as its decimals allow', () => {
    for (let target = LIMBO_MIN_TARGET; target < 2_000; target += 7) {
      expect(withTypedChance(chancePercent({ target }))).toEqual({ target })
    }
    for (const target of [2_000, 50_000, 300_000, LIMBO_MAX_TARGET]) {
      const typed = withTypedChance(chancePercent({ target }))
      expect(typed && limboChance(typed)).toBeCloseTo(limboChance({ target }), 6)
    }
  })

  it('a target stays within the allowed range', () => {
    expect(withTarget(3)).toEqual({ target: LIMBO_MIN_TARGET })
    expect(withTarget(1e12)).toEqual({ target: LIMBO_MAX_TARGET })
    expect(withTarget(250.5)).toEqual({ target: 251 })
  })
})

describe('the climb', () => {
  it.each([100, 101, 199, 439, 1_600_000, 1_660_944_384])(
    'to %i starts at 1.00 and ends there',
    (outcome) => {
      expect(climbedTo(outcome, 0)).toBe(100)
      expect(climbedTo(outcome, 1)).toBe(outcome)
      expect(climbedTo(outcome, 7)).toBe(outcome)
      let last = 100
      for (let step = 0; step <= 100; step += 1) {
        const value = climbedTo(outcome, step / 100)
        expect(value).toBeGreaterThanOrEqual(last)
        expect(value).toBeLessThanOrEqual(outcome)
        last = value
      }
    },
  )

  it('has the same distance on the scale for every factor', () => {
    const top = scaleTop(200, 439)
    expect(top).toBe(10_000)
    expect(limboLevel(100, top)).toBe(0)
    expect(limboLevel(1_000, top)).toBeCloseTo(0.5)
    expect(limboLevel(10_000, top)).toBe(1)
    expect(scaleTicks(top)).toContain(200)
  })

  it('shifts the scale for more than 100×, so that target and result stay in sight', () => {
    for (const [target, outcome] of [
      [200, 1_660_944_384],
      [LIMBO_MAX_TARGET, 150],
    ] as const) {
      const top = scaleTop(target, outcome)
      expect(limboLevel(Math.max(target, outcome), top)).toBe(1)
      expect(limboLevel(Math.min(target, outcome), top)).toBeGreaterThan(0)
      for (const tick of scaleTicks(top)) expect(tick).toBeLessThanOrEqual(top)
    }
  })

  it('is at the gate when the figure shows the target', () => {
    for (const [outcome, target] of [
      [439, 200],
      [200, 200],
      [1_660_944_384, 101],
    ] as const) {
      const share = reachedAfterMs({ outcome, target }) / LIMBO_CLIMB_MS
      expect(share).toBeGreaterThanOrEqual(0)
      expect(climbedTo(outcome, share)).toBeGreaterThanOrEqual(target - 1)
      expect(climbedTo(outcome, share - 0.02)).toBeLessThanOrEqual(target)
    }
  })
})
