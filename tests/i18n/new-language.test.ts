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

// One entry of a language that nobody speaks. Its catalogs and mails are what else a language needs.
vi.mock('#contract/languages.ts', () => ({
  LANGUAGES: {
    'en-US': 'English',
    'zh-CN': '简体中文',
    'qya-ME': 'Quenya',
  },
}))
const QUENYA = 'qya-ME' as Locale
const ROOT = join(import.meta.dirname, '../..')

/** What `src/boot.js` says of the page's language. */
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

describe('a new language is one entry', () => {
  it('for the contract and what follows from it', () => {
    expect(LOCALES).toEqual(['en-US', 'zh-CN', QUENYA])
    expect(v.is(LocaleSchema, QUENYA)).toBe(true)
    const names = { 'en-US': 'Dice', [QUENYA]: 'Tincar' }
    expect(v.parse(LocalizedSchema, names)).toEqual(names)
    expect(JSON.stringify(createOpenApiDocument('0', 'practice'))).toContain(QUENYA)
  })

  it('for menus, and the choice of page, boot script and server alike', () => {
    expect(LANGUAGES[QUENYA]).toBe('Quenya')
    const manifest = Object.fromEntries(
      LOCALES.map((locale) => [`src/i18n/${locale}/play.po`, { file: `assets/${locale}.js` }]),
    )
    const preloads = createPreloads('', JSON.stringify(manifest))
    for (const [preferences, expected] of [
      [['qya'], QUENYA],
      [['fr-FR', 'qya-XX', 'en'], QUENYA],
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
    for (const stored of ['qya-ME', 'zh-CN', 'en-US', 'fr-FR', 'qya']) {
      expect(bootLanguage(stored, ['zh-CN'])).toBe(chooseLocale(stored, ['zh-CN']))
    }
  })

  it('for what translators are given', () => {
    expect(linguiConfig.locales).toEqual([...LOCALES])
    expect(linguiConfig.sourceLocale).toBe('en-US')
  })

  it('leaves a list whole in which it is not written yet', () => {
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
  /** What is written in a language. */
  const TEXTS =
    /\/(?:languages\.ts|mock-fixtures\.ts|chinese\.mail-texts\.ts|mail-texts\.ts)|\.seed\.ts$|\.po$/

  it('are listed nowhere else', () => {
    const named = ['src', 'server', 'sw', 'build', 'scripts']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
      )
      .concat(join(ROOT, 'lingui.config.ts'))
      .filter((file) => /\.(?:m?[jt]sx?|po)$/.test(file) && !TEXTS.test(file))
      .filter((file) => /zh-CN|\bzh\b/.test(readFileSync(file, 'utf8')))
    expect(named.map((file) => file.slice(ROOT.length + 1))).toEqual([])
  })

  it('have all catalogs', async () => {
    const { LANGUAGES: spoken } = await vi.importActual<{ LANGUAGES: typeof LANGUAGES }>(
      '#contract/languages.ts',
    )
    for (const locale of Object.keys(spoken)) {
      for (const part of linguiConfig.catalogs ?? []) {
        const file = part.path.replace('<rootDir>', ROOT).replace('{locale}', locale)
        expect(existsSync(`${file}.po`)).toBe(true)
      }
    }
  })

  it('all have what a page says that cannot start', async () => {
    const { LANGUAGES: spoken } = await vi.importActual<{ LANGUAGES: typeof LANGUAGES }>(
      '#contract/languages.ts',
    )
    const page = readFileSync(join(ROOT, 'index.html'), 'utf8')
    for (const locale of Object.keys(spoken).filter((each) => each !== DEFAULT_LOCALE)) {
      expect(page).toContain(`<span lang="${locale}"`)
    }
  })
})
