import { expect, it } from 'vitest'
import { ageOf } from '#lib/age.ts'

it.each([
  [1_000, 1_000, 0],
  [1_000, 3_500, 2_500],
  [-Infinity, 1_000, Infinity],
  // One of the two times comes from a wrong clock.
  [1_001, 1_000, Infinity],
  [Number('no number'), 1_000, Infinity],
])('the age of %d at %d is %d ms', (moment, now, age) => {
  expect(ageOf(moment, now)).toBe(age)
})
