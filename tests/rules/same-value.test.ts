import { expect, it } from 'vitest'
import { isSameValue } from '#rules/same-value.ts'

it.each([
  [1, 1],
  [null, null],
  [
    { risk: 'low', picks: [3, 1] },
    { picks: [3, 1], risk: 'low' },
  ],
  [[{ tile: 1 }], [{ tile: 1 }]],
])('%j equals its copy', (one, other) => expect(isSameValue(one, other)).toBe(true))

it.each([
  [1, '1'],
  [null, {}],
  [[], {}],
  [{ picks: [3, 1] }, { picks: [1, 3] }],
  [{ picks: [3] }, { picks: [3, 1] }],
  [{ a: undefined }, {}],
  [{ a: undefined }, { b: undefined }],
])('%j does not equal %j', (one, other) => expect(isSameValue(one, other)).toBe(false))
