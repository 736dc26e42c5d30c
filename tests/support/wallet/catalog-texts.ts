import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#contract/localized.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'src', 'i18n')

/** The translation of an English text. */
export type Texts = (english: string) => string

/**
 * Texts of a locale from the message catalogs, so that a journey can run in it.
 * @throws for a text that no catalog has, because a journey must not look for a text that is never shown
 */
export function textsOf(locale: Locale): Texts {
  const texts = new Map<string, string>()
  const folder = join(FOLDER, locale)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.po'))) {
    const entries = readFileSync(join(folder, file), 'utf8').matchAll(
      /^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm,
    )
    for (const [, id = '', text = ''] of entries) texts.set(joined(id), joined(text))
  }
  return (english) => {
    const text = texts.get(english)
    if (!text) throw new Error(`No catalog of ${locale} has "${english}".`)
    return text
  }
}

/** Joins the lines of a value in a catalog. */
const joined = (lines: string) =>
  Array.from(lines.matchAll(/^(".*")$/gm), ([, line = '""']) => JSON.parse(line) as string).join('')
