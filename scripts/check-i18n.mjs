// Checks the catalogs without changing them: they have exactly the messages of the source, every message is translated,
// a translation uses the same values and tags as its original, and the words of the glossary.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { parse } from '@messageformat/parser'
import { messageProblems, readGlossary, refusedWordings } from './lib/glossary.mjs'

const config = getConfig()
const scratch = mkdtempSync(join(tmpdir(), 'koi-i18n-'))
const problems = []
/** The glossary of each language except English. */
const glossaries = new Map()
const glossaryText = readFileSync(join(config.rootDir, 'docs', 'glossary.md'), 'utf8')
for (const locale of config.locales.filter((each) => each !== config.sourceLocale)) {
  try {
    glossaries.set(locale, readGlossary(glossaryText, locale))
  } catch (error) {
    problems.push(`${locale}: ${error.message}`)
  }
}
/** Translations by locale and message, over all catalogs read so far, because the app merges them. */
const translations = new Map()

/** Removes the line that changes at every extraction. */
const tidy = (text) => text.replace(/^"POT-Creation-Date:.*\n/m, '')

/** Values and tags anywhere in a message: `{name}`, `{count, plural, …}`, `<0>`. */
const parts = (message) => {
  const values = (tokens) =>
    tokens.flatMap(({ arg, cases = [] }) => [
      ...(arg === undefined ? [] : [`{${arg}}`]),
      ...cases.flatMap((each) => values(each.tokens)),
    ])
  return [...new Set([...values(parse(message)), ...(message.match(/<\/?\d+\/?>/g) ?? [])])].sort().join(' ')
}

try {
  for (const catalog of await getCatalogs(config)) {
    const absent = config.locales
      .map((locale) => catalog.getFilename(locale))
      .filter((file) => !existsSync(file))
    problems.push(...absent.map((file) => `${file} is missing, run "npm run i18n:extract"`))
    if (absent.length > 0) continue
    const real = catalog.path
    // An app of its own, whose words may differ from those for players.
    const isOfConsole = real.endsWith('/operator')
    const keptIds = {}
    for (const locale of config.locales) {
      const { missing, messages } = await catalog.getTranslations(locale, {
        sourceLocale: config.sourceLocale,
        fallbackLocales: {},
      })
      for (const { source, id } of missing) problems.push(`${locale}: not translated: ${source || id}`)
      const { errors } = createCompiledCatalog(locale, messages, { strict: true })
      for (const { source, error } of errors) problems.push(`${locale}: ${error.message}: ${source}`)
      const kept = (await catalog.read(locale)) ?? {}
      keptIds[locale] = new Set(Object.keys(kept))
      for (const [id, { message = '', translation }] of Object.entries(kept)) {
        const other = translations.get(`${locale} ${id}`)
        if (!isOfConsole && other !== undefined && other !== translation) {
          problems.push(`${locale}: two translations, by catalog, and the last one loaded wins: ${message}`)
        }
        if (!isOfConsole) translations.set(`${locale} ${id}`, translation)
        if (translation && parts(message) !== parts(translation)) {
          problems.push(`${locale}: other values or tags than the original: ${message}`)
        }
        const glossary = glossaries.get(locale)
        if (glossary && translation) {
          problems.push(
            ...messageProblems(glossary, message, translation).map((problem) => `glossary: ${problem}`),
          )
        }
        // A merge can join a catalog's header to a sentence; then it has a line break.
        if (translation?.includes('\n') && !message.includes('\n')) {
          problems.push(`${locale}: more lines than the original: ${message}`)
        }
      }
      cpSync(catalog.getFilename(locale), catalog.getFilename(locale).replace(config.rootDir, scratch))
    }

    catalog.path = real.replace(config.rootDir, scratch)
    const extracted = await catalog.make({
      clean: true,
      overwrite: false,
      locale: [],
      orderBy: config.orderBy,
    })
    if (!extracted) problems.push('lingui extract failed')
    for (const locale of config.locales) {
      const fresh = tidy(readFileSync(catalog.getFilename(locale), 'utf8'))
      const kept = tidy(readFileSync(catalog.getFilename(locale).replace(scratch, config.rootDir), 'utf8'))
      const known = keptIds[locale]
      const added = Object.entries(extracted[locale] ?? {}).filter(([id]) => !known.has(id))
      if (fresh === kept && added.length === 0) continue
      problems.push(`${locale}: stale, run "npm run i18n:extract" (${added.length} new messages)`)
      problems.push(...added.map(([id, { message }]) => `  ${message ?? id}`))
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Texts outside the catalogs: mails, offers, games, and the page before the app. */
const otherTexts = readdirSync(join(config.rootDir, 'server'), { recursive: true })
  .filter((file) => /\.(mail-texts|seed)\.ts$/.test(file))
  .map((file) => join('server', file))
for (const file of ['index.html', ...otherTexts]) {
  const text = readFileSync(join(config.rootDir, file), 'utf8')
  for (const glossary of glossaries.values()) {
    problems.push(...refusedWordings(glossary, text).map((word) => `glossary: “${word}” in ${file}`))
  }
}

if (problems.length > 0) {
  console.error(problems.map((line) => line.trimEnd()).join('\n'))
  process.exitCode = 1
}
