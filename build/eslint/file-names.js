import { basename, relative, sep } from 'node:path'

/** Names that do not tell the content. */
const EMPTY_WORDS = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'manager'])
const KEBAB = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/
const PASCAL = /^[A-Z][A-Za-z0-9]*$/

/** @type {import('eslint').Rule.RuleModule} */
export const fileNames = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{reason}}' } },
  create(context) {
    const path = relative(context.cwd, context.filename).replaceAll(sep, '/')
    const reason = judgePath(path)
    return {
      Program(node) {
        if (reason)
          context.report({ node, loc: { line: 1, column: 0 }, messageId: 'wrong', data: { reason } })
      },
    }
  },
}

/**
 * @param {string} path project path with forward slashes
 * @returns {string | undefined} the fault in the name of a file or of its folders
 */
export function judgePath(path) {
  const stem = basename(path).replace(/\.(?:[cm]?[jt]sx?)$/, '')
  const folders = path.split('/').slice(0, -1)
  for (const name of [...folders, stem]) {
    const word = name.split(/[-.]/).find((part) => EMPTY_WORDS.has(part.toLowerCase()))
    if (word) return `"${word}" says nothing about what is inside; name the file after what it does`
    if (name.toLowerCase() === 'data') return `"data" says nothing about what is inside`
  }
  // The router's file names are addresses.
  if (path.startsWith('src/routes/')) return undefined
  if (KEBAB.test(stem) || (path.endsWith('.tsx') && PASCAL.test(stem))) return undefined
  return `"${stem}": components are PascalCase.tsx, everything else is kebab-case with a role suffix`
}
