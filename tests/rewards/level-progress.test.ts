import { describe, expect, it } from 'vitest'
import { levelProgress } from '#features/rewards/level-progress.ts'
import type { Decimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { xpOfLevel } from '#rules/rewards/level.ts'

const usd = (text: string): Decimal => parseTypedAmount(text, 3) ?? { units: -1n, scale: 0 }

describe('levelProgress', () => {
  it.each([
    ['0', 1, 0],
    ['18.75', 1, 2343],
    ['40', 1, 5000],
    ['79.99', 1, 9998],
    ['79.999', 1, 9999],
    ['80', 2, 0],
    ['200', 2, 5000],
    ['320', 3, 0],
    ['719.99', 3, 9999],
    ['720', 4, 0],
    ['999999999999.99', 111_804, 3988],
  ])('of %s wagered is level %i and %i basis points', (wagered, level, bps) =>
    expect(levelProgress(usd(wagered))).toMatchObject({ level, bps }),
  )

  it('needs more for each level', () => {
    expect([2, 3, 4].map(xpOfLevel)).toEqual([80n, 320n, 720n])
    expect(levelProgress(usd('100')).nextXp).toBe(320n)
  })
})
