import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { CategorySchema } from '#contract/games.ts'
import { LANGUAGES } from '#contract/languages.ts'
import {
  chooseLocale,
  DEFAULT_LOCALE,
  inLocale,
  LocaleSchema,
  LOCALES,
  LocalizedSchema,
  type Locale,
} from '#contract/localized.ts'
import { createOpenApiDocument } from '#server/system/openapi.ts'
import { createPreloads } from '#server/site/preload.ts'
import { bootCode } from '../../build/boot-script.ts'
import linguiConfig from '../../lingui.config.ts'

// Adds one entry: an invented language. It would also need catalogs and mails.
vi.mock('#contract/languages.ts', () => ({
  LANGUAGES: {
    'en-US': 'English',
    'zh-CN': '简体中文',
    'qya-ME': 'Quenya',
  },
}))
const QUENYA = 'qya-ME' as Locale
const ROOT = join(import.meta.dirname, '../..')

/** Language of the page, as `src/boot.js` chooses it. */
function bootLanguage(stored: string | null, languages: readonly string[]): string {
  const root = { dataset: {}, lang: '' }
  const nothing = () => null
  runInNewContext(bootCode(), {
    document: {
      documentElement: root,
      querySelector: nothing,
      getElementById: nothing,
      currentScript: null,
      readyState: 'complete',
      addEventListener: nothing,
    },
    localStorage: { getItem: (key: string) => (key === 'language' ? stored : null) },
    matchMedia: () => ({ matches: false }),
    navigator: { languages, language: languages[0] },
    location: { pathname: '/', search: '' },
    window: {},
    addEventListener: nothing,
    setTimeout: nothing,
    requestAnimationFrame: nothing,
  })
  return root.lang
}

describe('one entry adds a new language', () => {
  it('to the contract and what follows from it', () => {
    expect(LOCALES).toEqual(['en-US', 'zh-CN', QUENYA])
    expect(v.is(LocaleSchema, QUENYA)).toBe(true)
    const names = { 'en-US': 'Dice', [QUENYA]: 'Tincar' }
    expect(v.parse(LocalizedSchema, names)).toEqual(names)
    expect(JSON.stringify(createOpenApiDocument('0', 'practice'))).toContain(QUENYA)
  })

  it('to menus and to the choice of language in page, boot script and server', () => {
    expect(LANGUAGES[QUENYA]).toBe('Quenya')
    const manifest = Object.fromEntries(
      LOCALES.map((locale) => [`src/i18n/${locale}/play.po`, { file: `assets/${locale}.js` }]),
    )
    const preloads = createPreloads('', JSON.stringify(manifest))
    for (const [preferences, expected] of [
      [['qya'], QUENYA],
      [['tlh-KX', 'qya-XX', 'en'], QUENYA],
      [['zh-TW', 'qya'], 'zh-CN'],
      [['en-GB'], 'en-US'],
      [['tlh'], 'en-US'],
      [[], 'en-US'],
    ] as const) {
      expect(chooseLocale(null, preferences)).toBe(expected)
      expect(bootLanguage(null, preferences)).toBe(expected)
      const language = preferences.map((tag, at) => `${tag};q=0.${9 - at}`).join(', ')
      expect(preloads('/history', { withData: true, language })).toContain(`assets/${expected}.js`)
    }
    for (const stored of ['qya-ME', 'zh-CN', 'en-US', 'tlh-KX', 'qya']) {
      expect(bootLanguage(stored, ['zh-CN'])).toBe(chooseLocale(stored, ['zh-CN']))
    }
  })

  it('to the files for translators', () => {
    expect(linguiConfig.locales).toEqual([...LOCALES])
    expect(linguiConfig.sourceLocale).toBe('en-US')
  })

  it('and a list that lacks it is still shown whole', () => {
    const list = v.parse(v.array(CategorySchema), [
      { slug: 'new', name: { 'en-US': 'New' }, gameCount: 1 },
      { slug: 'cards', name: { 'en-US': 'Cards', 'zh-CN': '纸牌', [QUENYA]: '' }, gameCount: 2 },
    ])
    expect(list.map(({ name }) => inLocale(name, QUENYA))).toEqual(['New', 'Cards'])
    expect(list.map(({ name }) => inLocale(name, 'zh-CN'))).toEqual(['New', '纸牌'])
    expect(v.is(LocalizedSchema, { 'zh-CN': '纸牌' })).toBe(false)
  })
})

describe('languages', () => {
  /** Files that contain texts in a language. */
  const TEXTS =
    /\/(?:languages|mock-fixtures|public-name)\.ts$|(?:mail|push|race|win)-texts\.ts$|\.seed\.ts$|\.po$/

  /** All languages that Koi speaks, without the invented one. */
  const spoken = async () => {
    const { LANGUAGES: real } = await vi.importActual<{ LANGUAGES: typeof LANGUAGES }>(
      '#contract/languages.ts',
    )
    return Object.keys(real)
  }
  const others = async () => (await spoken()).filter((each) => each !== DEFAULT_LOCALE)

  it('are named nowhere else', async () => {
    // A short tag counts only in quotes: `de` and `is` are words, too.
    const tags = (await others()).flatMap((locale) => [locale, `['"\`]${locale.split('-')[0]}['"\`]`])
    const tag = new RegExp(tags.join('|'))
    const named = ['src', 'server', 'sw', 'build', 'scripts']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
      )
      .concat(join(ROOT, 'lingui.config.ts'))
      .filter((file) => /\.(?:m?[jt]sx?|po)$/.test(file) && !TEXTS.test(file))
      .filter((file) => tag.test(readFileSync(file, 'utf8')))
    expect(named.map((file) => file.slice(ROOT.length + 1))).toEqual([])
  })

  it('have all catalogs', async () => {
    for (const locale of await spoken()) {
      for (const part of linguiConfig.catalogs ?? []) {
        const file = part.path.replace('<rootDir>', ROOT).replace('{locale}', locale)
        expect(existsSync(`${file}.po`)).toBe(true)
      }
    }
  })

  it('all have each message of a page that cannot start', async () => {
    const page = readFileSync(join(ROOT, 'index.html'), 'utf8')
    const parts = ['h1', 'p', 'a', 'noscript'].map(
      (name) =>
        new RegExp(`<${name}[ >][^]*?</${name}>`).exec(page.slice(page.indexOf('id="start-failed"')))?.[0],
    )
    for (const locale of await others()) {
      for (const part of parts) expect(part, 'index.html').toContain(`<span lang="${locale}"`)
    }
  })

  it('are all named in the README', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const names = new Intl.DisplayNames(['en'], { type: 'language' })
    for (const locale of await spoken()) {
      expect(readme, 'README.md').toContain(names.of(locale.split('-')[0] ?? ''))
    }
  })
})
