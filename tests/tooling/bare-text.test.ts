import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { IS_CORE } from '../core.ts'
import { findBareText, programOf } from './bare-text.ts'

const ROOT = process.cwd()

function findIn(jsx: string): string[] {
  const file = '/probe.tsx'
  const code = `
    declare namespace JSX { interface Element { element: true } interface IntrinsicElements { [name: string]: object } }
    declare const Trans: (props: object) => JSX.Element
    declare const [words, count, icon, maybe]: [string, number, JSX.Element, string | null]
    export const Probe = () => ${jsx}
  `
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX)
  const options = { jsx: ts.JsxEmit.Preserve, noLib: true, strict: true }
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === file ? source : undefined),
  }
  const program = ts.createProgram([file], options, host)
  return findBareText(source, program.getTypeChecker(), '').map(({ text }) => text)
}

describe('text that a browser translation would break', () => {
  it.each([
    ['<p><b />Words</p>', ['Words']],
    ['<p>{icon}{words}</p>', ['{words}']],
    ['<p>{count} of {count}</p>', ['{count}', 'of', '{count}']],
    ['<p>{icon}{maybe}</p>', ['{maybe}']],
    ['<><b />{`${count}`}</>', ['{`${count}`}']],
    ['<p><b />{count > 1 ? icon : words}</p>', ['{count > 1 ? icon : words}']],
    ['<>{words}</>', ['{words}']],
    ['<Trans a={<p>{icon}{words}</p>} />', ['{words}']],
    ['words', ['words']],
  ])('is found in %s', (jsx, found) => {
    expect(findIn(jsx)).toEqual(found)
  })

  it.each([
    '<p>{words}</p>',
    '<p>{icon}<span>{words}</span></p>',
    '<p>{icon}{" "}{icon}</p>',
    '<p>{icon}{maybe ? icon : null}</p>',
    '<Trans>Hello <b>{words}</b> there</Trans>',
    '<option>{count} {words}</option>',
  ])('is not found in %s', (jsx) => {
    expect(findIn(jsx)).toEqual([])
  })

  // Compiles the whole app, which takes half a minute.
  it.skipIf(IS_CORE)(
    'is nowhere in the app',
    () => {
      const program = programOf(ROOT)
      const checker = program.getTypeChecker()
      const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${ROOT}/src/`))
      expect(sources.length).toBeGreaterThan(500)
      const found = sources
        .flatMap((source) => findBareText(source, checker, ROOT))
        .map(({ file, line, text }) => `${file}:${line} ${text}`)
      expect(found).toEqual([])
    },
    240_000,
  )
})
