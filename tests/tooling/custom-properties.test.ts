import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// The stylelint rule sees one sheet at a time, and not the properties that components set.

/** Names set by sheets or components: `--x: …`, `@property --x`, `'--x'`. */
const SET = /(?<![\w(-])(--[\w-]+)(?=\s*:)|@property\s+(--[\w-]+)|['"`](--[\w-]+)['"`]/g
/** Computed names, `--${name}`, are checked by the test of the tokens. */
const USED = /var\(\s*(--[\w-]+)\s*[,)]/g

const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, ...names]) => names.find(Boolean) ?? '')

it('every custom property that is used is set somewhere', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .map((path) => `src/${path}`)
    .concat('uno.config.ts', 'index.html')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const set = new Set(sources.flatMap(({ text }) => namesIn(text, SET)))
  expect(set.size).toBeGreaterThan(80)
  const unknown = sources.flatMap(({ path, text }) =>
    namesIn(text, USED)
      .filter((name) => !set.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})
