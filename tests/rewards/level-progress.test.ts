import { describe, expect, it } from 'vitest'
import { levelProgress, rakeback, USUAL_EDGE_BPS, xpOfLevel } from '#features/rewards/level-progress.ts'
import { formatDecimal, type Decimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'

const usd = (text: string): Decimal => parseTypedAmount(text, 3) ?? { units: -1n, scale: 0 }

describe('levelProgress', () => {
  it.each([
    ['0', 1, 0],
    ['18.75', 1, 2344],
    ['40', 1, 5000],
    ['79.99', 1, 9999],
    // Rounded up it would reach the next level.
    ['79.999', 1, 9999],
    ['80', 2, 0],
    ['200', 2, 5000],
    ['320', 3, 0],
    ['719.99', 3, 9999],
    ['720', 4, 0],
    ['999999999999.99', 111_804, 3989],
  ])('of %s wagered is level %i and %i basis points', (wagered, level, bps) =>
    expect(levelProgress(usd(wagered))).toMatchObject({ level, bps }),
  )

  it('needs more for each level', () => {
    expect([2, 3, 4].map(xpOfLevel)).toEqual([80n, 320n, 720n])
    expect(levelProgress(usd('100')).nextXp).toBe(320n)
  })
})

describe('rakeback', () => {
  it.each([
    ['0', '0'],
    ['100', '0.05'],
    ['18.75', '0.009375'],
    ['999999999999.99', '499999999.999995'],
  ])('of %s wagered at a 1%% edge is %s', (wagered, back) => {
    expect(formatDecimal(rakeback(usd(wagered), USUAL_EDGE_BPS))).toBe(back)
  })
})
