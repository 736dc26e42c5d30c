import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  NameSchema,
  NicknameSchema,
  ReferralCodeSchema,
  SecondFactorSchema,
  SixDigitsSchema,
} from '#contract/account-fields.ts'
import { isolatedName } from '#contract/given-name.ts'
import { LabelSchema } from '#contract/withdrawals.ts'
import { cleanWalletName } from '#features/wallet/connection/wallet-name.ts'

const problem = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message

/** Invisible characters: a name of only these is blank. */
const BLANKS = [
  0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2062, 0x2800,
  0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x1d159, 0x1d173, 0xe0020, 0xe0100,
].map((code) => String.fromCodePoint(code))

describe('a blank name', () => {
  it.each(BLANKS)('%j is refused', (blank) => {
    for (const name of [blank, blank.repeat(5), `${blank} ${blank}`, `\u0301${blank}`]) {
      // Spaces at the ends are removed first, so the name may be missing instead of blank.
      const given = v.safeParse(NicknameSchema, name)
      expect(given.success && given.output !== '', JSON.stringify(name)).toBe(false)
      expect(problem(NameSchema, name)).toMatch(/^(?:blank_name|name_missing)$/)
      expect(problem(LabelSchema, name) ?? 'blank_name').toBe('blank_name')
    }
    expect(cleanWalletName(blank === '\u{1D159}' ? '' : blank)).toBe('')
  })

  it.each([
    'Ann',
    '安',
    'שלום',
    'a\u200Bb',
    '★',
    '👨\u200D👩\u200D👧',
    'é',
    '1',
    '-',
    '🇩🇪',
    'نام\u200Cها',
    '',
  ])('%j is not blank', (name) => {
    expect(v.parse(NicknameSchema, name)).toBe(name)
    expect(v.parse(LabelSchema, name)).toBe(name)
  })
})

describe('a code', () => {
  it.each([
    '123456',
    ' 123 456 ',
    '123-456',
    '１２３４５６',
    '123\u200B456',
    '123–456',
    '123—456',
    '123\u2011456',
    '123−456',
    '123\u00AD456',
    '\uFEFF123456\u2060',
    '１２３　４５６',
    '123\u00A0456',
  ])('of six digits may be typed as %j', (typed) => {
    expect(v.parse(SixDigitsSchema, typed)).toBe('123456')
    expect(v.parse(SecondFactorSchema, typed)).toBe('123456')
  })

  it.each(['abcde-fghjk', 'ABCDE–FGHJK', 'ＡＢＣＤＥ－ＦＧＨＪＫ', 'abcde\u200B fghjk', 'ABCDE—FGHJK'])(
    'for recovery may be typed as %j',
    (typed) => expect(v.parse(SecondFactorSchema, typed)).toBe('ABCDEFGHJK'),
  )

  it('of a referral may be typed in any of these ways', () => {
    for (const typed of ['ABCD2345', 'abcd2345', 'ＡＢＣＤ２３４５', 'ABCD–2345', 'ABCD\u200B2345'])
      expect(v.parse(ReferralCodeSchema, typed)).toBe('ABCD2345')
  })

  it.each(['', '\u200B', '12345', '1234567', '12345a', '١٢٣٤٥٦'])('is refused as %j', (typed) =>
    expect(v.safeParse(SixDigitsSchema, typed).success).toBe(false),
  )
})

describe('a name in a sentence', () => {
  it('is isolated when it is written from right to left', () => {
    expect(isolatedName('Ann')).toBe('Ann')
    expect(isolatedName('安')).toBe('安')
    expect(isolatedName('שלום')).toBe('\u2068שלום\u2069')
    expect(isolatedName('Ann سلام')).toBe('\u2068Ann سلام\u2069')
  })
})
