import { expect, it } from 'vitest'
import { formatPercentRange, returnToPlayer } from '#features/games/house-edge.ts'
import { createFormat } from '#i18n/use-format.ts'

const { percent } = createFormat('en-US')

it.each([
  [100, 100, '1%', '99%'],
  [65, 110, '0.65–1.1%', '98.9–99.35%'],
  [0, 400, '0–4%', '96–100%'],
])('shows an edge of %i to %i basis points', (minBps, maxBps, edge, returned) => {
  expect(formatPercentRange({ minBps, maxBps }, percent)).toBe(edge)
  expect(formatPercentRange(returnToPlayer({ minBps, maxBps }), percent)).toBe(returned)
})
