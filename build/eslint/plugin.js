import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classNames } from './class-names.js'
import { exactSql } from './exact-sql.js'
import { fileNames } from './file-names.js'
import { layers } from './layers.js'
import { numberInputs } from './number-inputs.js'
import { oneComponent } from './one-component.js'
import { plainWords } from './plain-words.js'
import { translatedText } from './translated-text.js'

/** Covers these rules, and the plugins and the parser beside them. */
const version = createHash('sha256')
const rules = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.js') || name.endsWith('.json'),
)
for (const name of [...rules.sort(), '../../package-lock.json'])
  version.update(readFileSync(join(import.meta.dirname, name)))

/** The project's own rules of architecture and style. */
export const koi = {
  // ESLint drops its cached results when this version changes.
  meta: { name: 'koi', version: version.digest('hex').slice(0, 12) },
  rules: {
    layers,
    'class-names': classNames,
    'exact-sql': exactSql,
    'file-names': fileNames,
    'number-inputs': numberInputs,
    'one-component': oneComponent,
    'plain-words': plainWords,
    'translated-text': translatedText,
  },
}
