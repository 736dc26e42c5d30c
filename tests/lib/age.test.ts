import { expect, it } from 'vitest'
import { ageOf } from '#lib/age.ts'

it.each([
  [1_000, 1_000, 0],
  [1_000, 3_500, 2_500],
  [-Infinity, 1_000, Infinity],
  // The clock was wrong then, or is now.
  [1_001, 1_000, Infinity],
  [Number('no number'), 1_000, Infinity],
])('%d is, at %d, %d ms ago', (moment, now, age) => {
  expect(ageOf(moment, now)).toBe(age)
})
