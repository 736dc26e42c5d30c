import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compare, formatDecimal, parseDecimal, type Decimal } from '#lib/decimal.ts'
import { fieldText, parseTypedAmount, parseTypedNumber, unclearNumber } from '#lib/typed-number.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { failSayingSeed, TEST_SEED } from '../support/test-seed.ts'

/** Simulates a browser whose language writes one half like this. */
const write = (half: string) => vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue(half)
beforeEach(() => void write('0.5'))
afterEach(() => vi.restoreAllMocks())

describe('a typed amount', () => {
  it.each([
    ['18.75', '18.75'],
    [' 100 ', '100'],
    ['007.5', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1,000', '1000'],
    ['1,000,000.25', '1000000.25'],
    ['１２。５', '12.5'],
    ['１，０００．５', '1000.5'],
    ['1\u200B2.5\u2060', '12.5'],
    ['999999999999', '999999999999'],
  ])('%s is read as %s', (typed, wire) => {
    const amount = parseTypedAmount(typed, 2)
    expect(amount && formatDecimal(amount)).toBe(wire)
    expect(typedToWire(typed, 2)).toBe(wire)
  })
  it.each([
    '',
    '.',
    ',',
    '1.234',
    '-1',
    '1e3',
    '1,00',
    '12 3',
    'abc',
    '1000000000000',
    '1,000,000,000,000',
    '0,500',
    '０，５００',
    '0,030',
    '00,500',
    '0,000,500',
    ',500',
    '1,5',
    '1.000,5',
    '1,000,5',
    '100¹',
    '10②',
    '⒈5',
    '½',
    '1½',
  ])('"%s" is refused', (typed) => {
    expect(parseTypedAmount(typed, 2)).toBeUndefined()
    expect(typedToWire(typed, 2)).toBe(typed)
  })
  it('may exceed the limit, so that the form can say by how much', () => {
    expect(parseTypedAmount('9'.repeat(81), 6, 96)).toEqual({ units: BigInt('9'.repeat(81)), scale: 0 })
    expect(parseTypedAmount('9'.repeat(97), 6, 96)).toBeUndefined()
  })
  it.each([
    ['2.5×', 25_000],
    ['49.5 %', 495_000],
    ['2.123456', 21_234],
    ['1,000', 10_000_000],
    ['2.12345,6', undefined],
    ['0,500', undefined],
    ['2¹×', undefined],
  ])('may end with its unit: %s', (typed, read) => expect(parseTypedNumber(typed, 4)).toBe(read))
  it.each([
    ['25', 25],
    ['2,500', 2500],
    ['２５', 25],
    ['1.000', undefined],
    ['2.500', undefined],
    ['2.5', undefined],
    ['2．5', undefined],
    ['2.', undefined],
  ])('has no decimal point when it is whole: %s', (typed, read) =>
    expect(parseTypedNumber(typed, 0)).toBe(read),
  )
})

describe('an ambiguous number', () => {
  it.each([
    ['0,500', '0.500'],
    ['０，５００', '0.500'],
    ['00,5', '0.5'],
    [',5', '0.5'],
    ['1,5', '1.5'],
    ['1,5 %', '1.5'],
    ['1.000,50', '1000.50'],
  ])('%s: write a decimal point, %s', (typed, decimal) => expect(unclearNumber(typed)).toBe(decimal))
  it.each(['', '1', '1,', '1,000', '1,000.5', '1,00,0', 'a,5', '1.5'])('excludes "%s"', (typed) =>
    expect(unclearNumber(typed)).toBeUndefined(),
  )

  it('includes a single group of thousands when the browser’s language has a decimal comma', () => {
    write('0,5')
    expect(parseTypedAmount('1,500', 2)).toBeUndefined()
    expect(parseTypedNumber('1,500', 4)).toBeUndefined()
    expect(unclearNumber('1,500')).toBe('1.5 / 1500')
    expect(typedToWire('1,500.25', 2)).toBe('1500.25')
    expect(typedToWire('1,500,000', 2)).toBe('1500000')
  })

  it.each([
    ['1.500', '1.5 / 1500'],
    ['１．５００', '1.5 / 1500'],
    ['1.500 %', '1.5 / 1500'],
    ['20.000', '20 / 20000'],
    ['1.125', '1.1250 / 1125'],
    ['12,125', '12.1250 / 12125'],
    ['01,125', '1.1250'],
  ])("is %s when the browser's language has a decimal comma: %s", (typed, clear) => {
    write('0,5')
    expect(unclearNumber(typed)).toBe(clear)
    for (const decimals of [2, 3, 4]) expect(parseTypedNumber(typed, decimals)).toBeUndefined()
    expect(parseTypedAmount(typed.replace(' %', ''), 6)).toBeUndefined()
    expect(typedToWire(typed, 6)).not.toMatch(/^[\d.]+$/)
    for (const way of clear.split(' / ')) expect(parseTypedAmount(way, 3), way).toBeDefined()
  })
  it.each(['0.500', '1.50', '1.5000', '1500.250', '1,500.250', '1.1250'])(
    'excludes %s even then',
    (typed) => {
      write('0,5')
      expect(unclearNumber(typed)).toBeUndefined()
      expect(parseTypedAmount(typed, 6)).toBeDefined()
    },
  )
  it("excludes 1.500 when the browser's language has a decimal point", () => {
    expect(unclearNumber('1.500')).toBeUndefined()
    expect(typedToWire('1.500', 6)).toBe('1.5')
  })

  it('excludes everything that the app writes into a field', () => {
    write('0,5')
    try {
      fc.assert(
        fc.property(fc.bigInt(0n, 2_000_000n), fc.integer({ min: 1, max: 8 }), (units, scale) => {
          const decimal = { units, scale }
          const read = parseTypedAmount(fieldText(formatDecimal(decimal)), scale)
          expect(read && compare(read, decimal)).toBe(0)
        }),
        { seed: TEST_SEED },
      )
    } catch (error) {
      failSayingSeed(error)
    }
    expect(fieldText('1.125')).toBe('1.1250')
    write('0.5')
    expect(fieldText('1.125')).toBe('1.125')
  })
})

const PLAIN: Record<string, string> = { '，': ',', '．': '.', '。': '.', '５': '5', '０': '0' }

/** All careful readings of a text: point or comma as the decimal mark, the other one for thousands. */
function meanings(text: string): { byPoint?: Decimal; byComma?: Decimal } {
  const plain = [...text.trim()].map((sign) => PLAIN[sign] ?? sign).join('')
  const byPoint = meaning(plain, '.', ',')
  const byComma = meaning(plain, ',', '.')
  return { ...(byPoint && { byPoint }), ...(byComma && { byComma }) }
}

function meaning(text: string, point: string, separator: string): Decimal | undefined {
  const [whole = '', fraction = '', ...more] = text.split(point)
  const [first = '', ...groups] = whole.split(separator)
  const isDigits = (part: string) => [...part].every((sign) => sign >= '0' && sign <= '9')
  const isNumber =
    more.length === 0 && isDigits(first) && isDigits(fraction) && groups.every((group) => isDigits(group))
  if (!isNumber || first + groups.join('') + fraction === '') return undefined
  const hasGroups = groups.length > 0
  const areGroups =
    first !== '' && first.length <= 3 && !first.startsWith('0') && groups.every((group) => group.length === 3)
  if (hasGroups && !areGroups) return undefined
  return parseDecimal(`${BigInt(first + groups.join(''))}${fraction === '' ? '' : `.${fraction}`}`)
}

const typing = fc
  .array(
    fc.constantFrom('0', '1', '5', '00', '500', '999', ',', '.', '，', '．', '。', '５', '０', ' ', '-'),
    {
      maxLength: 8,
    },
  )
  .map((signs) => signs.join(''))

describe('every typed text', () => {
  const check = (
    judge: (read: Decimal, byPoint: Decimal | undefined, byComma: Decimal | undefined) => void,
  ) =>
    fc.assert(
      fc.property(typing, (text) => {
        const read = parseTypedAmount(text, 30, 30)
        const { byPoint, byComma } = meanings(text)
        if (read) judge(read, byPoint, byComma)
      }),
      { numRuns: 20_000, seed: TEST_SEED },
    )
  const isSame = (a: Decimal, b: Decimal | undefined) => b !== undefined && compare(a, b) === 0

  it('is read only as its meaning with a decimal point', () => {
    try {
      check((read, byPoint) => expect(isSame(read, byPoint)).toBe(true))
    } catch (error) {
      failSayingSeed(error)
    }
  })

  it('is read only if both meanings agree when the browser’s language has a decimal comma', () => {
    write('0,5')
    try {
      check((read, byPoint, byComma) => {
        expect(isSame(read, byPoint)).toBe(true)
        expect(compare(read, byComma ?? read)).toBe(0)
      })
    } catch (error) {
      failSayingSeed(error)
    }
  })

  it('gets a suggested form when a comma makes it ambiguous', () => {
    try {
      fc.assert(
        fc.property(typing, (text) => {
          const { byPoint, byComma } = meanings(text)
          const isRead = parseTypedAmount(text, 30, 30) !== undefined
          if (byPoint) expect(isRead).toBe(true)
          else if (byComma && /[,，]/.test(text)) {
            const clear = unclearNumber(text)
            const said = clear && parseTypedAmount(clear, 30, 30)
            if (said) expect(compare(said, byComma)).toBe(0)
            else expect(text.trim()).toMatch(/[,，]$/)
          }
        }),
        { numRuns: 20_000, seed: TEST_SEED },
      )
    } catch (error) {
      failSayingSeed(error)
    }
  })
})
