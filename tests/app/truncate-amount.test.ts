import { describe, expect, it } from 'vitest'
import { truncateAmount } from '#app/shell/use-short-amount.ts'

describe('truncateAmount', () => {
  it.each([
    ['1000', '1000'],
    ['248.5', '248.5'],
    ['1.999999', '1.99'],
    ['0.0023', '0.0023'],
    ['0.00000001', '0.00000001'],
    ['0', '0'],
  ])('writes %s as %s', (amount, short) => expect(truncateAmount(amount)).toBe(short))
})
