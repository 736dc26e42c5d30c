import { describe, expect, it } from 'vitest'
import { diceChance, diceWinMultiplier, type DiceParams } from '#rules/dice/dice.ts'
import {
  withOtherSide,
  withTarget,
  withTypedChance,
  withTypedMultiplier,
} from '#features/play/dice/dice-links.ts'

const OVER: DiceParams = { side: 'over', target: 5_050 }
const UNDER: DiceParams = { side: 'under', target: 4_950 }

describe('target, chance and multiplier', () => {
  it('the other side has the same chance', () => {
    expect(withOtherSide(OVER)).toEqual(UNDER)
    expect(withOtherSide(UNDER)).toEqual(OVER)
  })

  it.each([
    [OVER, -5, 199],
    [OVER, 20_000, 9_999],
    [UNDER, -5, 1],
    [UNDER, 20_000, 9_801],
    [OVER, 7_500.4, 7_500],
  ])('a target stays within the allowed range', (params, target, nearest) => {
    expect(withTarget(params, target).target).toBe(nearest)
  })

  it.each([
    ['25', 2_500],
    ['25 %', 2_500],
    ['0', 1],
    ['100', 9_801],
    ['33.339', 3_333],
    ['４９．５', 4_950],
  ])('a typed chance of %s is %i hundredths of a percent', (text, chance) => {
    for (const params of [OVER, UNDER]) {
      const changed = withTypedChance(params, text)
      expect(changed?.side).toBe(params.side)
      expect(changed && diceChance(changed)).toBe(chance)
    }
  })

  it.each([
    ['2', 20_000],
    ['3.96×', 39_600],
    ['1', 10_101],
    ['99999', 99_000_000],
    ['0', 10_101],
  ])('a typed multiplier of %s becomes the nearest possible one', (text, multiplier) => {
    const changed = withTypedMultiplier(OVER, text)
    expect(changed && diceWinMultiplier(changed)).toBe(multiplier)
  })

  it('an invalid number changes nothing', () => {
    for (const text of ['', 'x', '-1', '1,5', '1e3']) {
      expect(withTypedChance(OVER, text)).toBeUndefined()
      expect(withTypedMultiplier(OVER, text)).toBeUndefined()
    }
  })
})
