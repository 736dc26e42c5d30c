import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Each becomes a file with this one mistake. */
const MISTAKES: readonly (readonly [rule: string, code: string])[] = [
  ['typescript(no-floating-promises)', `export function send(): void {\n  fetch('/')\n}`],
  [
    'typescript(no-misused-promises)',
    `export const all = (paths: string[]) => paths.forEach(async (path) => void (await fetch(path)))`,
  ],
  ['typescript(await-thenable)', `export const one = async () => await 1`],
  [
    'typescript(no-unsafe-assignment)',
    `export const read = () => {\n  const got: string = JSON.parse('""')\n  return got\n}`,
  ],
  ['typescript(no-unsafe-return)', `export const read = (): string => JSON.parse('""')`],
  ['typescript(no-unsafe-member-access)', `export const read = () => String(JSON.parse('{}').name)`],
  [
    'typescript(switch-exhaustiveness-check)',
    `export function size(kind: 'small' | 'large') {\n  switch (kind) {\n    case 'small':\n      return 1\n  }\n  return 2\n}`,
  ],
  ['typescript(restrict-template-expressions)', 'export const text = (one: object) => `${one}`'],
  ['typescript(only-throw-error)', `export function fail(): never {\n  throw 'no'\n}`],
  ['typescript(no-unnecessary-type-assertion)', `export const same = (one: string) => one as string`],
  ['typescript(no-explicit-any)', `export const same = (one: any): unknown => one`],
  ['typescript(no-non-null-assertion)', `export const first = (all: string[]) => all[0]!`],
  ['typescript(consistent-type-imports)', `import { ReactNode } from 'react'\nexport type Node = ReactNode`],
  ['eslint(no-unused-vars)', `export function one() {\n  const two = 2\n  return 1\n}`],
  [
    'eslint(no-fallthrough)',
    `export function f(n: number) {\n  switch (n) {\n    case 1:\n      f(2)\n    default:\n      f(3)\n  }\n}`,
  ],
  ['eslint(no-useless-assignment)', `export function f() {\n  let a = 1\n  f()\n  a = 2\n  return a\n}`],
  ['eslint(eqeqeq)', `export const isOne = (n: number) => n == 1`],
  [
    'react-hooks(rules-of-hooks)',
    `import { useState } from 'react'\nexport function Part({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return null\n}`,
  ],
  [
    'react-hooks(exhaustive-deps)',
    `import { useEffect } from 'react'\nexport function Part({ on }: { on: () => void }) {\n  useEffect(() => on(), [])\n  return null\n}`,
  ],
  ['react(purity)', `export function Part() {\n  return <p>{Date.now()}</p>\n}`],
  [
    'react(static-components)',
    `export function Part() {\n  const Inner = () => <p />\n  return <Inner />\n}`,
  ],
  [
    'react(set-state-in-render)',
    `import { useState } from 'react'\nexport function Part() {\n  const [, set] = useState(1)\n  set(2)\n  return null\n}`,
  ],
  [
    'react(refs)',
    `import { useRef } from 'react'\nexport function Part() {\n  const ref = useRef(1)\n  return <p>{ref.current}</p>\n}`,
  ],
]

let folder = ''
/** Broken rules by the number of the mistake. */
const found = new Map<string, string[]>()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'koi-lint-'))
  mkdirSync(join(folder, 'src'))
  for (const name of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  MISTAKES.forEach(([, code], at) => writeFileSync(join(folder, 'src', `${at}.tsx`), `${code}\n`))
  const program = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [program, '--format', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  for (const { code, filename } of diagnostics) {
    const at = /(\d+)\.tsx$/.exec(filename)?.[1] ?? ''
    found.set(at, [...(found.get(at) ?? []), code])
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(MISTAKES.map(([rule], at) => [rule, at] as const))('%s is found', (rule, at) => {
  expect(found.get(String(at)) ?? []).toContain(rule)
})
