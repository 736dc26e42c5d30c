import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertAt, parsePrice, usdOf, type Rate } from '#server/coins/convert-at.ts'

const rate = (coin: string, decimals: number, price: string): Rate => {
  const priceUsd = parsePrice(price)
  if (priceUsd === null) throw new Error(`${price} is not a price`)
  return { coin, decimals, priceUsd, pricedAt: new Date(0) }
}
const USDT = rate('usdt-tron', 6, '1')
const SOL = rate('sol-solana', 8, '434.78')
const BONK = rate('bonk-solana', 5, '0.000025')

describe('a conversion', () => {
  it('gives the amount that the minimum deposit buys at the practice rates', () => {
    // 1 / 434.78 = 0.002300013…, of which the ledger keeps eight decimals.
    expect(convertAt(1_000_000n, USDT, SOL)).toBe(230_001n)
    expect(convertAt(1_000_000n, USDT, BONK)).toBe(4_000_000_000n)
    expect(convertAt(1n, USDT, SOL)).toBe(0n)
  })

  it('returns the amount unchanged between equal coins, and refuses a negative amount', () => {
    expect(convertAt(7n, SOL, { ...SOL, priceUsd: 1n })).toBe(7n)
    expect(() => convertAt(-1n, USDT, SOL)).toThrow(RangeError)
  })

  it('loses less than one unit by rounding, at all amounts and prices', () => {
    const decimals = fc.integer({ min: 0, max: 8 })
    const price = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(
        ...[fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), decimals, decimals, price, price],
        (amount, fromDecimals, toDecimals, fromPrice, toPrice) => {
          const from = { ...USDT, decimals: fromDecimals, priceUsd: fromPrice }
          const to = { ...SOL, decimals: toDecimals, priceUsd: toPrice }
          const received = convertAt(amount, from, to)
          const worth = (units: bigint, of: Rate) => units * of.priceUsd * 10n ** BigInt(8 - of.decimals)
          expect(worth(received, to)).toBeLessThanOrEqual(worth(amount, from))
          expect(worth(received + 1n, to)).toBeGreaterThan(worth(amount, from))
        },
      ),
    )
  })
})

describe('a value in dollars', () => {
  it('is rounded towards zero', () => {
    expect(usdOf(1_999_999n, USDT)).toBe(199n)
    expect(usdOf(-1_999_999n, USDT)).toBe(-199n)
    expect(usdOf(100_000_000n, SOL)).toBe(43_478n)
    expect(usdOf(1n, BONK, 12)).toBe(250n)
  })
})

describe('a price', () => {
  it.each([
    ['434.78', 434_780_000_000_000n],
    ['434.780000000000', 434_780_000_000_000n],
    ['0.000000000001', 1n],
    ['1', 10n ** 12n],
    ['1.0000000000019', 10n ** 12n + 1n],
  ])('is read exactly from %s', (text, units) => {
    expect(parsePrice(text)).toBe(units)
  })

  it.each(['', '0', '0.0000000000009', '-1', '1e3', '1,5', '.5', '5.', 'NaN', '1'.repeat(19)])(
    'is not read from %j',
    (text) => {
      expect(parsePrice(text)).toBeNull()
    },
  )
})
