// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { activateLocale, loadTexts, type Catalogs } from '#i18n/i18n.ts'

const catalogs = (part: string, wait = () => Promise.resolve()): Catalogs =>
  Object.fromEntries(
    ['en-US', 'zh-CN'].map((locale) => [
      `./${locale}/${part}.po`,
      async () => {
        await wait()
        return { messages: { [`of ${part}`]: `${part} in ${locale}` } }
      },
    ]),
  )

// A page restored from the back/forward cache activates its language again.
it.each([
  { locale: 'en-US', slow: 'money', part: 'live' },
  { locale: 'zh-CN', slow: 'account', part: 'crash' },
] as const)('keeps the texts that arrived while $locale was loading', async ({ locale, slow, part }) => {
  await activateLocale('en-US')
  let waited = Promise.resolve()
  await loadTexts(
    slow,
    catalogs(slow, () => waited),
  )
  let arrive = (): void => {}
  waited = new Promise((resolve) => (arrive = resolve))
  const activated = activateLocale(locale)
  await loadTexts(part, catalogs(part))
  expect(i18n._(`of ${part}`)).toBe(`${part} in en-US`)
  arrive()
  await activated
  expect(i18n._(`of ${slow}`)).toBe(`${slow} in ${locale}`)
  expect(i18n._(`of ${part}`)).toBe(`${part} in ${locale}`)
})
