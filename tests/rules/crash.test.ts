import { describe, expect, it } from 'vitest'
import {
  CRASH_MAX_TARGET,
  CRASH_CASH_OUT_FROM_MS,
  crashCapOf,
  crashCashOutAt,
  crashEdge,
} from '#rules/crash/crash.ts'
import {
  crashCurveAt,
  crashEndOf,
  crashPartsMultiplier,
  crashPointAt,
  crashShareLeft,
  crashTimeOf,
} from '#rules/crash/crash-curve.ts'

const points = [100, 101, 102, 150, 199, 200, 231, 1_000, 12_345, 1_000_000, CRASH_MAX_TARGET]

describe('the curve of Crash', () => {
  it('is e^(0.06 t)', () => {
    expect(crashCurveAt(0)).toBe(1)
    expect(crashCurveAt(10_000)).toBeCloseTo(Math.E ** 0.6, 12)
    expect(crashTimeOf(200)).toBeCloseTo(11_552.45, 2)
  })

  it('shows each multiplier from its time on, and the one before until then', () => {
    for (let point = 101; point <= 20_000; point += 1) {
      expect(crashPointAt(crashTimeOf(point))).toBe(point)
      expect(crashPointAt(crashTimeOf(point) - 1e-6)).toBe(point - 1)
    }
    for (const point of points) expect(crashPointAt(crashTimeOf(point))).toBe(point)
  })

  it('allows a manual cash-out from 1.01× up to and including its crash point', () => {
    for (const point of points.slice(1)) {
      expect(crashCashOutAt(crashTimeOf(point), point)).toBe(point)
      expect(crashCashOutAt(crashEndOf(point) - 1e-6, point)).toBe(point)
      expect(crashCashOutAt(crashEndOf(point), point)).toBeUndefined()
    }
    expect(crashCashOutAt(-0.001, 500)).toBeUndefined()
    // A round that crashes at 1.00× allows no cash-out, because 1.00× never does.
    for (const ms of [0, 100, CRASH_CASH_OUT_FROM_MS - 1e-6]) {
      expect([crashCashOutAt(ms, 100), crashCashOutAt(ms, 500)]).toEqual([undefined, undefined])
    }
    expect(crashCashOutAt(CRASH_CASH_OUT_FROM_MS, 100)).toBeUndefined()
    expect(crashCashOutAt(CRASH_CASH_OUT_FROM_MS, 101)).toBe(101)
  })
})

describe('a bet on Crash', () => {
  it('is cashed out where it reaches the highest payout', () => {
    expect(crashCapOf(100n, 1_000n)).toBe(1_000)
    expect(crashCapOf(3n, 1_000n)).toBe(33_333)
    expect(crashCapOf(1n, 10n ** 18n)).toBe(CRASH_MAX_TARGET)
  })

  it('pays its parts exactly', () => {
    expect(crashPartsMultiplier([{ share: 100, point: 231 }])).toBe(23_100)
    expect(
      crashPartsMultiplier([
        { share: 50, point: 151 },
        { share: 50, point: 333 },
      ]),
    ).toBe(24_200)
    expect(crashPartsMultiplier([])).toBe(0)
    expect(crashShareLeft([{ share: 50 }])).toBe(50)
  })

  it('has an edge of 1% at every target', () => {
    for (const target of [null, 101, 150, 200, 1_000, 10_000]) expect(crashEdge(target)).toBeCloseTo(0.01, 4)
  })
})
