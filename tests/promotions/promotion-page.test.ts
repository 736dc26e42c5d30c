import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { PromotionSearchSchema } from '#features/promotions/promotion-search.ts'

describe('PromotionSearchSchema', () => {
  it.each([
    [{ tab: 'referral' }, { tab: 'referral' }],
    [{ tab: 'nonsense' }, { tab: undefined }],
    [{}, {}],
  ])('%o', (search, parsed) => expect(v.parse(PromotionSearchSchema, search)).toEqual(parsed))
})
