import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'

const MOST_TOLD = 20

export function readJsonFile<Schema extends v.GenericSchema>(
  variable: string,
  path: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, parseJson(variable, path))
  if (result.success) return result.output
  const problems = result.issues.map((issue) => `${pathOf(issue)}: ${issue.message}`)
  throw badFile(variable, ...new Set(problems.slice(0, MOST_TOLD)))
}

/** Each problem begins with a path: `chains[2].coins[0].decimals: must be …` */
export const badFile = (variable: string, ...problems: readonly string[]) =>
  new StartupError(`Bad configuration in ${variable}: ${problems.join('; ')}.`)

function parseJson(variable: string, path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`${variable} names ${path}, which cannot be read (${code}).`)
  }
  const json = text.replace(/^\uFEFF/, '')
  try {
    const content: unknown = JSON.parse(json)
    if (!Array.isArray(content)) return content
  } catch {
    throw new StartupError(`${variable} names ${path}, which is no JSON: ${placeOf(json)}.`)
  }
  throw badFile(variable, 'the file: must be an object in braces')
}

/** Line and column. The parser's own message repeats some of the text, and does not always give the place. */
function placeOf(text: string): string {
  const messageOf = (length: number): string => {
    try {
      JSON.parse(text.slice(0, length))
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  const message = messageOf(text.length)
  let [good, bad] = [-1, text.length]
  if (/^Unexpected token/.test(message)) {
    // Binary search for the first character that makes the text wrong instead of incomplete.
    while (bad - good > 1) {
      const middle = (good + bad) >> 1
      if (/^Unexpected token/.test(messageOf(middle + 1))) bad = middle
      else good = middle
    }
  } else bad = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  const lines = text.slice(0, bad).split('\n')
  return `look at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

function pathOf({ path }: v.BaseIssue<unknown>): string {
  const parts = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  return parts.join('').replace(/^\./, '') || 'the file'
}
