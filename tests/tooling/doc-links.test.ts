import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) =>
  join('docs', path),
)
const DOCS = [...readdirSync(ROOT), ...inDocs].filter((path) => path.endsWith('.md'))

/** Anchors of a page, built from its headings as GitHub does. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it.each(DOCS)('%s has no broken link', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file))
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken).toEqual([])
})

it('every page is linked from another one', () => {
  const all = DOCS.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const unknown = DOCS.filter((path) => path !== 'README.md' && !all.includes(path.split('/').at(-1) ?? path))
  expect(unknown).toEqual([])
})

it('the README has at most seven kilobytes, a minute to read', () => {
  expect(Buffer.byteLength(readFileSync(join(ROOT, 'README.md')))).toBeLessThanOrEqual(7_000)
})
