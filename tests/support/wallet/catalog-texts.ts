import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#contract/localized.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'src', 'i18n')

/** The text of a locale for the English one. */
export type Texts = (english: string) => string

/**
 * What the message catalogs of a locale say, so that a journey can be made in it.
 * @throws for a text that no catalog has: a journey must not look for what nobody shows.
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

/** The lines of a value in a catalog, as one. */
const joined = (lines: string) =>
  Array.from(lines.matchAll(/^(".*")$/gm), ([, line = '""']) => JSON.parse(line) as string).join('')
