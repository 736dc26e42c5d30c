import { describe, expect, it } from 'vitest'
import {
  compare,
  divide,
  divideToDigits,
  formatDecimal,
  fromBps,
  multiply,
  parseDecimal,
  type Decimal,
} from '#lib/decimal.ts'

const d = (text: string): Decimal => {
  const parsed = parseDecimal(text)
  if (!parsed) throw new Error(`${text} is no decimal`)
  return parsed
}

describe('parseDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['434.78', 43478n, 2],
    ['0.000025', 25n, 6],
    ['9007199254740993.5', 90071992547409935n, 1],
  ])('reads %s', (text, units, scale) => expect(parseDecimal(text)).toEqual({ units, scale }))
  it.each(['', '-1', '1e3', '01', '1.', '.5', ' 1', 'NaN'])('refuses "%s"', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  )
})

describe('formatDecimal', () => {
  it.each([
    [{ units: 0n, scale: 8 }, '0'],
    [{ units: 100n, scale: 2 }, '1'],
    [{ units: 23n, scale: 4 }, '0.0023'],
    [{ units: 120n, scale: 0 }, '120'],
  ])('formats %o', (decimal, text) => expect(formatDecimal(decimal)).toBe(text))
})

describe('arithmetic', () => {
  it('multiplies exactly, unlike floats', () => {
    expect(formatDecimal(multiply(d('0.1'), d('0.2')))).toBe('0.02')
    expect(formatDecimal(multiply(d('1000'), multiply(fromBps(100), fromBps(1000))))).toBe('1')
  })
  it('compares across scales', () => {
    expect(compare(d('1.0'), d('1'))).toBe(0)
    expect(compare(d('0.99'), d('1'))).toBe(-1)
    expect(compare(d('20000'), d('0.5'))).toBe(1)
  })
  it('divides and rounds half up', () => {
    expect(formatDecimal(divide(d('18.75'), d('80'), 4))).toBe('0.2344')
    expect(formatDecimal(divide(d('1'), d('3'), 2))).toBe('0.33')
    expect(formatDecimal(divide(d('180'), multiply(fromBps(100), fromBps(2000)), 2))).toBe('90000')
  })
  it('refuses to divide by zero', () => {
    expect(() => divide(d('1'), d('0.00'), 2)).toThrow(RangeError)
    expect(() => divideToDigits(d('1'), d('0'), 2)).toThrow(RangeError)
  })
})

describe('divideToDigits', () => {
  it.each([
    ['1', '434.78', 4, '0.0023'],
    ['1', '0.85', 4, '1.176'],
    ['1', '0.000025', 4, '40000'],
    ['1', '0.0125', 4, '80'],
    ['1', '3', 3, '0.333'],
    ['2', '3', 3, '0.666'],
    ['123456', '1', 3, '123000'],
    ['0', '7', 3, '0'],
    ['1', '99999999', 2, '0.00000001'],
  ])('divides %s by %s to %i digits: %s', (a, b, digits, result) => {
    expect(formatDecimal(divideToDigits(d(a), d(b), digits))).toBe(result)
  })
})
