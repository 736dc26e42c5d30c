import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LINTED = /\.(?:ts|tsx|js|mjs)$/
/** Files that decide how every file is linted. */
const LINT_RULES =
  /^(?:\.oxlintrc\.json|eslint\.config\.js|build\/eslint\/.*|tsconfig\.json|package-lock\.json)$/
/** Files that no screen shows, or that have tests of their own. */
const NO_JOURNEY = /^(?:docs|build|scripts|\.ci|tests\/(?!e2e\/|support\/))|\.md$|^[^/]+$/

/**
 * Lists changed files, uncommitted ones included, and the journeys that they concern: a journey's own file, and files
 * named after a folder in the changed path, such as `deposit`. The text names the files without a journey.
 * @param {string} root
 * @param {string} [since] a commit; by default the one where this branch left main
 * @returns null if there is no such commit
 */
export function readChanges(root, since) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
    return status === 0 ? stdout.trim() : undefined
  }
  const base =
    since === undefined
      ? (['main', 'origin/main'].map((name) => git('merge-base', 'HEAD', name)).find((found) => found) ??
        'HEAD')
      : git('rev-parse', '--verify', `${since}^{commit}`)
  if (base === undefined) return null
  const lines = (text) => (text ? text.split('\n') : [])
  const files = [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ].filter((file, at, all) => all.indexOf(file) === at)
  const { journeys, unnamed } = journeysOf(
    files,
    readdirSync(join(root, 'tests/e2e')).filter((name) => name.endsWith('.spec.ts')),
  )
  return {
    base,
    journeys,
    linted: lintedOf(files.filter((file) => existsSync(join(root, file)))),
    text: [
      `${files.length} files differ from ${base.slice(0, 9)}.`,
      `Journeys: ${journeys.length > 0 ? journeys.join(', ') : 'none'}.`,
      ...(unnamed.length > 0
        ? [
            `No journey can be named for these, so "npm test -- --only e2e" runs them all:\n  ${unnamed.join('\n  ')}`,
          ]
        : []),
    ].join('\n'),
  }
}

/**
 * The files to lint: the changed ones, or all when the rules have changed.
 * @param {readonly string[]} files changed ones
 */
export function lintedOf(files) {
  return files.some((file) => LINT_RULES.test(file)) ? ['.'] : files.filter((file) => LINTED.test(file))
}

/**
 * @param {readonly string[]} files changed ones
 * @param {readonly string[]} specs names of all journeys' files
 */
export function journeysOf(files, specs) {
  const chosen = new Set()
  const unnamed = []
  for (const file of files) {
    const words = file.split('/').slice(1, -1)
    const named = file.startsWith('tests/e2e/')
      ? specs.filter((spec) => file === `tests/e2e/${spec}`)
      : specs.filter((spec) => words.some((word) => isNamedAfter(spec, word)))
    for (const spec of named) chosen.add(spec)
    if (named.length === 0 && !NO_JOURNEY.test(file)) unnamed.push(file)
  }
  return { journeys: [...chosen].sort(), unnamed }
}

/** `withdraw-evm.spec.ts` is named after `withdraw` and after `withdrawals`. */
function isNamedAfter(spec, folder) {
  const parts = spec.replace('.spec.ts', '').split('-')
  const singular = folder.replace(/(?:als|s)$/, '')
  return (
    singular.length > 2 &&
    (spec.startsWith(`${folder}.`) || parts.includes(folder) || parts.includes(singular))
  )
}
