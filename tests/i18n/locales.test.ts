import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { acceptedLanguages, chooseLocale, LOCALES } from '#contract/localized.ts'
import { createFormat } from '#i18n/use-format.ts'

// Klingon is a language that Koi does not have.
describe('the first language', () => {
  it.each([
    ['zh-CN', ['en-US'], 'zh-CN'],
    ['tlh-KX', ['zh-TW'], 'zh-CN'],
    [null, ['tlh-KX', 'zh', 'en'], 'zh-CN'],
    [null, ['en-GB', 'zh'], 'en-US'],
    [null, ['tlh'], 'en-US'],
    [null, [], 'en-US'],
  ] as const)('is chosen for stored %j and browser %j: %s', (stored, preferences, expected) => {
    expect(chooseLocale(stored, preferences)).toBe(expected)
  })

  it("is chosen alike by the function's source text, which the page’s first script contains", () => {
    const alone = runInNewContext(`(${String(chooseLocale)})`) as typeof chooseLocale
    expect(alone('zh-CN', ['en-US'], LOCALES)).toBe('zh-CN')
    expect(alone('xx', ['tlh', 'zh-Hant-TW'], LOCALES)).toBe('zh-CN')
    expect(alone(null, [], LOCALES)).toBe('en-US')
  })

  it('can be a new language as soon as it is in the list', () => {
    const locales = [...LOCALES, 'tlh-KX'] as unknown as typeof LOCALES
    expect(chooseLocale(null, ['tlh-AA', 'en'], locales)).toBe('tlh-KX')
  })

  it('parses the languages that a browser accepts', () => {
    expect(acceptedLanguages('zh-TW,zh;q=0.9, en;q=0.8')).toEqual(['zh-TW', 'zh', 'en'])
    expect(chooseLocale(null, acceptedLanguages(null))).toBe('en-US')
    expect(chooseLocale(null, acceptedLanguages('tlh, *'))).toBe('en-US')
  })
})

describe('formats', () => {
  it('follow the language', () => {
    const english = createFormat('en-US')
    const chinese = createFormat('zh-CN')
    expect(english.percentExact(2344)).toBe('23.44%')
    expect(english.percent(100)).toBe('1%')
    expect(english.usd('20000')).toBe('$20,000.00')
    expect(chinese.usd('20000')).toContain('20,000.00')
    expect(english.decimal('0')).toBe('0.00')
    expect(english.decimal('12345.678901234')).toBe('12,345.67890123')
    const day = new Date(2026, 0, 2, 14, 32)
    expect(chinese.date(day)).toBe('2026年1月2日')
    expect(english.moment(day, day)).toMatch(/^2:32\sPM$/)
    expect(english.moment(day, new Date(2026, 0, 3))).toContain('Jan 2, 2026')
  })
})
