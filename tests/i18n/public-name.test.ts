import { expect, test } from 'vitest'
import { LOCALES } from '#contract/localized.ts'
import { publicName } from '#i18n/public-name.ts'

test('a public number is a name in each language, always the same one', () => {
  const number = 64 * 3_821
  expect(publicName(number, 'en-US')).toBe('Amber Koi 4821')
  expect(publicName(number, 'zh-CN')).toBe('琥珀锦鲤 4821')
  expect(publicName(2 ** 48, 'en-US')).toMatch(/^[A-Z][a-z]+ Koi \d{4}$/)
})

test.each(LOCALES)('%s has a word of its own for each of 64 numbers', (locale) => {
  const names = Array.from({ length: 64 }, (_, number) => publicName(number, locale))
  expect(new Set(names).size).toBe(64)
  // Else a name would lack its word.
  expect(names.every((name) => /^\S/.test(name))).toBe(true)
  expect(publicName(64, locale)).toBe(publicName(0, locale).replace('1000', '1001'))
})
