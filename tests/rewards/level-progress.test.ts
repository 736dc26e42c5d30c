import { describe, expect, it } from 'vitest'
import { progressBps, rakeback, USUAL_EDGE_BPS } from '#features/rewards/level-progress.ts'
import { formatDecimal, parseTypedAmount, type Decimal } from '#lib/decimal.ts'

const usd = (text: string): Decimal => parseTypedAmount(text, 2) ?? { units: -1n, scale: 0 }

describe('progressBps', () => {
  it.each([
    ['0', 0],
    ['18.75', 2344],
    ['40', 5000],
    ['79.99', 9999],
    ['80', 10_000],
    ['999999999999.99', 10_000],
  ])('%s wagered is %i', (wagered, bps) => expect(progressBps(usd(wagered))).toBe(bps))
})

describe('rakeback', () => {
  it.each([
    ['0', '0'],
    ['100', '0.05'],
    ['18.75', '0.009375'],
    ['999999999999.99', '499999999.999995'],
  ])('%s wagered at a 1%% edge returns %s', (wagered, back) => {
    expect(formatDecimal(rakeback(usd(wagered), USUAL_EDGE_BPS))).toBe(back)
  })
})
