import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classNames } from './class-names.js'
import { fileNames } from './file-names.js'
import { layers } from './layers.js'
import { oneComponent } from './one-component.js'
import { translatedText } from './translated-text.js'

const code = createHash('sha256')
for (const name of readdirSync(import.meta.dirname).sort())
  code.update(readFileSync(join(import.meta.dirname, name)))

/** The project's own rules: the architecture and style that no ready-made plugin knows. */
export const koi = {
  // ESLint's cache is as old as the version: a changed rule looks at all files again.
  meta: { name: 'koi', version: code.digest('hex').slice(0, 12) },
  rules: {
    layers,
    'class-names': classNames,
    'file-names': fileNames,
    'one-component': oneComponent,
    'translated-text': translatedText,
  },
}
