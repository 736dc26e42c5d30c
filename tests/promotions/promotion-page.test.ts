import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { referralEarning } from '#features/promotions/promotion-referral.ts'
import { PromotionSearchSchema } from '#features/promotions/promotion-search.ts'
import { formatDecimal, parseDecimal, ZERO } from '#lib/decimal.ts'

describe('referralEarning', () => {
  it.each([
    ['1000', 100, '1'],
    ['100', 100, '0.1'],
    ['8410', 100, '8.41'],
    ['0.01', 150, '0.000015'],
    ['0', 100, '0'],
  ])('%s wagered at %i bps earns %s', (wagered, edge, earned) => {
    expect(formatDecimal(referralEarning(parseDecimal(wagered) ?? ZERO, edge))).toBe(earned)
  })
})

describe('PromotionSearchSchema', () => {
  it.each([
    [{ tab: 'referral' }, { tab: 'referral' }],
    [{ tab: 'nonsense' }, { tab: undefined }],
    [{}, {}],
  ])('%o', (search, parsed) => expect(v.parse(PromotionSearchSchema, search)).toEqual(parsed))
})
